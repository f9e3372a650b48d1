import { beforeEach, describe, expect, it } from 'vitest';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import {
  leaveExport,
  prepareExport,
  revisitExport,
  useExport,
} from '#renderer/features/export/export-store.ts';
import { FakeConsole } from '../../fake-console.ts';
import { activityRows, preview } from '../../fake-data.ts';

const A = { kind: 'privateKey', privateKeyId: 'e2a1b7c4-0f3d-4e58-9c6a-7d8b5f1e2a30' } as const;
const B = { kind: 'privateKey', privateKeyId: '4c9d2e7f-6a1b-4830-b5e4-1f0c3d8a9b67' } as const;
const ID_A = '0f3e4a51-1b1f-4c0e-9d9d-6c2a2c0a7a0a';
const ID_B = '0f3e4a51-1b1f-4c0e-9d9d-6c2a2c0a7a0b';
const ACTIVITY = activityRows[0]?.id ?? '';
const COMPLETED = {
  ...{ state: 'completed', activityId: ACTIVITY, fingerprint: `sha256:${'ab'.repeat(32)}`, result: {} },
  ...{ verifications: [], transaction: null },
};

let fake: FakeConsole;
let answers: (() => void)[];
const wiped = (): unknown[] =>
  fake.calls.filter(({ name }) => name === 'exports.wipe').map(({ input }) => input);

/** Holds a call's answers back until the test lets each go, in the order in which they were asked for. */
function holdBack(name: string, answer: (input: unknown) => unknown): void {
  fake.overrides.set(name, (input) => new Promise((resolve) => answers.push(() => resolve(answer(input)))));
}

beforeEach(() => {
  fake = new FakeConsole();
  answers = [];
  replaceConsole(connect(fake.exposed()));
  useExport.setState({ stage: 'choose', isBusy: false, error: null }, true);
  holdBack('exports.prepare', (input) => ({
    id: (input as typeof A | typeof B).privateKeyId === A.privateKeyId ? ID_A : ID_B,
    preview: { ...preview, effect: 'export' },
  }));
  holdBack('requests.revisit', () => COMPLETED);
});

describe('an export that is answered late', () => {
  it('attack: takes over no later visit, and is wiped', async () => {
    const first = prepareExport(A);
    leaveExport();
    expect(useExport.getState()).toEqual({ stage: 'choose', isBusy: false, error: null });
    answers[0]?.();
    await first;
    expect(useExport.getState()).toEqual({ stage: 'choose', isBusy: false, error: null });
    expect(wiped()).toEqual([{ id: ID_A }]);
  });

  it('gives way to the one that was asked for last', async () => {
    const first = prepareExport(A);
    leaveExport();
    const second = prepareExport(B);
    answers[1]?.();
    await second;
    answers[0]?.();
    await first;
    expect(useExport.getState()).toMatchObject({ stage: 'ready', id: ID_B });
    expect(wiped()).toEqual([{ id: ID_A }]);
  });
});

describe('a waiting export that is looked at again', () => {
  it('is shown how it ended, and nothing else is chosen meanwhile', async () => {
    const looked = revisitExport(ID_A, ACTIVITY);
    expect(useExport.getState()).toMatchObject({ stage: 'choose', isBusy: true });
    answers[0]?.();
    await looked;
    expect(useExport.getState()).toMatchObject({ stage: 'ended', id: ID_A });
  });

  it('attack: takes no other export’s place', async () => {
    const looked = revisitExport(ID_A, ACTIVITY);
    leaveExport();
    const second = prepareExport(B);
    answers[1]?.();
    await second;
    answers[0]?.();
    await looked;
    expect(useExport.getState()).toMatchObject({ stage: 'ready', id: ID_B });
    expect(wiped()).toEqual([{ id: ID_A }]);
  });

  it('is held where it was asked for twice: both answers are its own', async () => {
    const first = revisitExport(ID_A, ACTIVITY);
    const second = revisitExport(ID_A, ACTIVITY);
    answers[0]?.();
    await first;
    answers[1]?.();
    await second;
    expect(useExport.getState()).toMatchObject({ stage: 'ended', id: ID_A });
    expect(wiped()).toEqual([]);
  });

  it('is shown to who left and came back, where nothing else is begun', async () => {
    const looked = revisitExport(ID_A, ACTIVITY);
    leaveExport();
    answers[0]?.();
    await looked;
    expect(useExport.getState()).toMatchObject({ stage: 'ended', id: ID_A });
    expect(wiped()).toEqual([]);
  });
});
