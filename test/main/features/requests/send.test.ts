import { createRequestSeal } from '#main/vault/row-seals.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
import { describe, expect, it } from 'vitest';
import type { Client } from '#main/service-client/client.ts';
import { ServiceRefusal } from '#main/service-client/service-refusal.ts';
import { portableStamper } from '#test/fixtures/portable-stamper.ts';
import { type SendParts, send, settleCarried } from '#main/features/requests/send.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { portableSigner } from '#protocol/stamp.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

// A service whose clock is hours ahead cannot be had in one test; its refusal and its list are played here.
const STAMPED_MS = Date.UTC(2026, 0, 1);
const body = toUtf8(`{"type":"x","timestampMs":"${STAMPED_MS}"}`);
const target = {
  baseUrl: 'http://127.0.0.1:1',
  organizationId: 'org',
  profileId: 'local',
  profileName: 'Local',
  moves: 0,
  stamper: portableStamper(portableSigner('API_KEY_CURVE_P256', new Uint8Array(32).fill(1))),
};
const tooOld = new ServiceRefusal('INVALID_TIME', 'too old', '', { delivery: 'not-sent' });
const done = {
  id: 'a',
  status: 'ACTIVITY_STATUS_COMPLETED',
  fingerprint: fingerprintOf(body),
  result: { createPrivateKeysResultV2: { privateKeys: [] } },
};

async function resume(
  listed: readonly object[],
  resumed = true,
  {
    refusal = tooOld,
    isLocked = false,
    unwritten,
    unsettled,
    unkept,
  }: {
    readonly refusal?: ServiceRefusal;
    readonly isLocked?: boolean;
    /** Why the journal has no line. */
    readonly unwritten?: Error;
    /** Why the database can't note how it ended. */
    readonly unsettled?: Error;
    /** Why it can't be kept before it is sent. */
    readonly unkept?: Error;
  } = {},
) {
  let submitted = 0;
  let abandoned = 0;
  const states: string[] = [];
  const words: string[] = [];
  const faults: unknown[] = [];
  const underWay = new Set<string>();
  /** How many were under way when the list of requests without an answer was said to be another one. */
  const told: number[] = [];
  const client = {
    submit: () => {
      submitted += 1;
      return Promise.reject(refusal);
    },
    query: () => Promise.resolve({ activities: listed }),
  } as unknown as Client;
  const parts = {
    client,
    clock: fakeClock(),
    isLocked: () => isLocked,
    journal: {
      append: ({ outcome }: { outcome: string }) =>
        unwritten === undefined ? Promise.resolve(words.push(outcome)) : Promise.reject(unwritten),
    },
    requestSeal: createRequestSeal(memoryKeychain()),
    requests: {
      add: () => (unkept === undefined ? Promise.resolve() : Promise.reject(unkept)),
      settle: (_fingerprint: string, state: string) =>
        unsettled === undefined ? Promise.resolve(states.push(state)) : Promise.reject(unsettled),
    },
    onJournalFault: (error: unknown) => void faults.push(error),
    onRecorded: () => undefined,
    underWay,
    onUnfinished: () => told.push(underWay.size),
  } as unknown as SendParts;
  const outcome = await send(parts, {
    operation: createPrivateKeys,
    body,
    target,
    profileId: 'local',
    expectation: { kind: 'none' },
    resumed,
    resultHandler: { completed: () => Promise.resolve([]), onAbandoned: () => void (abandoned += 1) },
  }).catch((error: unknown) => error);
  return { outcome, states, words, submitted, faults, abandoned, told };
}

describe('a request that is too old to be sent again', () => {
  it('is completed when the service lists its activity', async () => {
    const { outcome, states, words } = await resume([{ ...done, fingerprint: 'sha256:other' }, done]);
    expect(outcome).toMatchObject({ state: 'completed', activityId: 'a' });
    expect([states, words]).toEqual([['answered'], ['completed']]);
  });

  it('was not carried out when the service lists none', async () => {
    const { outcome, states } = await resume([]);
    expect(outcome).toMatchObject({ state: 'failed', code: 'REQUEST_TOO_OLD' });
    expect(states).toEqual(['answered']);
  });

  it('attack: is not called undone while the service lists more than was looked through', async () => {
    const later = { ...done, fingerprint: 'sha256:other', createdAt: new Date(STAMPED_MS).toISOString() };
    const { outcome, states } = await resume(Array.from({ length: 100 }, () => later));
    expect(outcome).toMatchObject({
      state: 'unanswered',
      remedy: expect.stringContaining('Look for it') as string,
    });
    expect(states).toEqual(['open']);
  });

  it('is refused for its time when it was never sent before', async () => {
    const { outcome } = await resume([done], false);
    expect(outcome).toMatchObject({ state: 'failed', code: 'INVALID_TIME' });
  });
});

describe('a request that was carried out while the disk failed', () => {
  it('attack: counts as answered without a line in the journal, and no later start writes one', async () => {
    const unwritten = new Error('The disk is full.');
    const { outcome, states, faults } = await resume([done], true, { unwritten });
    expect(outcome).toMatchObject({ state: 'completed' });
    // It stays as it was sent, and a start writes a line for that.
    expect([states, faults]).toEqual([[], [unwritten]]);
  });

  it('attack: is told as not done, and is done once more', async () => {
    const unsettled = new Error('The disk is full.');
    const { outcome, words, faults } = await resume([done], true, { unsettled });
    expect(outcome).toMatchObject({ state: 'completed', activityId: 'a' });
    expect([words, faults]).toEqual([['completed'], [unsettled]]);
  });
});

describe('a request that can’t be kept before it is sent', () => {
  const unkept = new Error('The disk is full.');

  it('attack: what was made for its answer outlasts it; its handler is told once, and nothing is sent', async () => {
    const { outcome, submitted, abandoned } = await resume([], false, { unkept });
    expect(outcome).toBe(unkept);
    expect([submitted, abandoned]).toEqual([0, 1]);
  });

  it('keeps what was made for its answer where it may have arrived the first time', async () => {
    const { outcome, abandoned } = await resume([], true, { unkept });
    expect(outcome).toBe(unkept);
    expect(abandoned).toBe(0);
  });
});

describe('an answer that was carried here in a file', () => {
  it('attack: it is settled without a line, and no later opening of the file writes one', async () => {
    const done: string[] = [];
    let isFull = true;
    const parts = {
      journal: {
        append: () => {
          if (isFull) return Promise.reject(new Error('The disk is full.'));
          return Promise.resolve(done.push('line'));
        },
      },
      paid: { record: () => Promise.resolve(done.push('paid')) },
      requests: { settle: (_fingerprint: string, state: string) => Promise.resolve(done.push(state)) },
      onJournalFault: () => undefined,
      onRecorded: () => undefined,
    } as unknown as Parameters<typeof settleCarried>[0];
    const sent = {
      ...{ operation: createPrivateKeys, body, target, profileId: 'local', resumed: true },
      expectation: { kind: 'none' as const },
    };
    await settleCarried(parts, sent, { state: 'denied' }, false);
    expect(done).toEqual([]);
    isFull = false;
    await settleCarried(parts, sent, { state: 'denied' }, false);
    expect(done).toEqual(['line', 'paid', 'answered']);
  });
});

describe('a request that was not stamped', () => {
  const calledOff = new ServiceRefusal('BROWSER_CANCELLED', 'It was called off.', '', {
    delivery: 'not-sent',
  });

  it('has failed when it was never sent before', async () => {
    const { outcome, states } = await resume([], false, { refusal: calledOff });
    expect(outcome).toMatchObject({ state: 'failed', code: 'BROWSER_CANCELLED' });
    expect(states).toEqual(['answered']);
  });

  it('stays open when it may have arrived the first time', async () => {
    const { outcome, states } = await resume([], true, { refusal: calledOff });
    expect(outcome).toMatchObject({ state: 'unanswered' });
    expect(states).toEqual(['open']);
  });
});

describe('a request that is refused when it is sent again', () => {
  const refusal = (code: string, httpStatus: number): ServiceRefusal =>
    new ServiceRefusal(code, 'No', '', { delivery: 'not-sent', httpStatus });

  it.each([
    ['RATE_LIMIT_EXCEEDED', 429],
    ['FORBIDDEN', 403],
    ['PUBLIC_KEY_NOT_FOUND', 401],
  ])('attack: is called failed for %s, though it may have been carried out', async (code, httpStatus) => {
    const { outcome, states } = await resume([], true, { refusal: refusal(code, httpStatus) });
    expect(outcome).toMatchObject({ state: 'unanswered' });
    expect(states).toEqual(['open']);
  });

  it('has failed where the service would know of it', async () => {
    const { outcome, states } = await resume([], true, { refusal: refusal('REQUEST_NOT_AUTHORIZED', 403) });
    expect(outcome).toMatchObject({ state: 'failed', code: 'REQUEST_NOT_AUTHORIZED' });
    expect(states).toEqual(['answered']);
  });
});

it('attack: the console is locked between the approval and the stamp; nothing is stamped', async () => {
  const { outcome, states, submitted } = await resume([], false, { isLocked: true });
  expect(submitted).toBe(0);
  expect(outcome).toMatchObject({ state: 'failed', code: 'VAULT_LOCKED' });
  // It is over: nobody can send it again without another approval.
  expect(states).toEqual(['answered']);
});

it('leaves what was sent before a lock to be sent again: it may have arrived', async () => {
  const { outcome, states, submitted } = await resume([], true, { isLocked: true });
  expect(submitted).toBe(0);
  expect(outcome).toMatchObject({ state: 'unanswered' });
  expect(states).toEqual(['open']);
});

const lost = new ServiceRefusal('SERVICE_UNREACHABLE', 'No answer.', '', { delivery: 'uncertain' });
it.each([
  ['one that got no answer', false, lost, [0]],
  ['one that was sent again, and got none', true, lost, [0]],
  ['one that was sent again, and was refused', true, tooOld, [0]],
  ['one that was refused at once', false, tooOld, []],
])(
  'says once all is kept that the unfinished requests are others: %s',
  async (_what, resumed, refusal, times) => {
    expect((await resume([], resumed, { refusal })).told).toEqual(times);
  },
);
