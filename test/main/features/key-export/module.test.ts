import { describe, expect, it } from 'vitest';
import { exportError } from '#main/features/key-export/errors.ts';
import { exportHandlers, guardClipboard } from '#main/features/key-export/module.ts';
import { Secret } from '#protocol/secret.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

function setUp() {
  const clock = fakeClock();
  const board = { text: '' };
  const host = {
    copySecret: (text: string) => Promise.resolve(void (board.text = text)),
    clearClipboard: (text: string) =>
      Promise.resolve(void (board.text = board.text === text ? '' : board.text)),
  };
  const guard = guardClipboard({ host, clock, clearMs: 30_000, onFault: () => undefined });
  return { clock, board, guard };
}

describe('a secret on the clipboard', () => {
  it('lies there until its time is over', async () => {
    const { clock, board, guard } = setUp();
    expect(await guard.put('secret')).toBe(clock.now() + 30_000);
    clock.forward(29_999);
    expect(board.text).toBe('secret');
    clock.forward(1);
    expect(board.text).toBe('');
  });

  it('is left alone where something else was copied meanwhile', async () => {
    const { clock, board, guard } = setUp();
    await guard.put('secret');
    board.text = 'a shopping list';
    clock.forward(30_000);
    expect(board.text).toBe('a shopping list');
  });

  it('starts its time anew when another one is copied', async () => {
    const { clock, board, guard } = setUp();
    await guard.put('first');
    clock.forward(20_000);
    await guard.put('second');
    clock.forward(20_000);
    expect(board.text).toBe('second');
    clock.forward(10_000);
    expect(board.text).toBe('');
  });

  it('goes at once when the console is locked', async () => {
    const { board, guard } = setUp();
    await guard.put('secret');
    await guard.clear();
    expect(board.text).toBe('');
    await guard.clear();
  });
});

it('attack: the program ends while the clipboard is being cleared; it waits until the secret is off it', async () => {
  const clock = fakeClock();
  let done = (): void => undefined;
  const host = {
    copySecret: () => Promise.resolve(),
    clearClipboard: () => new Promise<void>((resolve) => (done = resolve)),
  };
  const guard = guardClipboard({ host, clock, clearMs: 30_000, onFault: () => undefined });
  await guard.put('secret');
  void guard.clear();
  let ended = false;
  const second = guard.clear().then(() => (ended = true));
  await Promise.resolve();
  expect(ended).toBe(false);
  done();
  await second;
  expect(ended).toBe(true);
});

it('attack: the console is locked while a secret is on its way to the clipboard', async () => {
  const board = { text: '' };
  let arrive = (): void => undefined;
  const host = {
    copySecret: (text: string) =>
      new Promise<void>((resolve) => {
        arrive = () => {
          board.text = text;
          resolve();
        };
      }),
    clearClipboard: (text: string) =>
      Promise.resolve(void (board.text = board.text === text ? '' : board.text)),
  };
  const guard = guardClipboard({ host, clock: fakeClock(), clearMs: 30_000, onFault: () => undefined });
  const putting = guard.put('secret');
  const clearing = guard.clear();
  arrive();
  await Promise.all([putting, clearing]);
  expect(board.text).toBe('');
});

describe('a save dialog that stands open', () => {
  /** Handlers over one export, with a dialog that is answered when the test says so. */
  function setUp() {
    const held = new Set(['export']);
    const written: string[] = [];
    let press = (): void => undefined;
    const item = {
      name: 'Treasury',
      plaintext: new Secret(Uint8Array.from([1, 2, 3])),
      description: { formats: ['HEXADECIMAL'], derived: [], keystore: false },
    };
    const find = (id: string) => {
      if (!held.has(id)) throw exportError('EXPORT_UNKNOWN');
      return item;
    };
    const store = { held: find, heldInForm: find };
    const handlers = exportHandlers({
      store: store as unknown as Parameters<typeof exportHandlers>[0]['store'],
      profileId: () => 'local',
      clipboard: { put: () => Promise.resolve(0), clear: () => Promise.resolve() },
      host: {
        save: async (name, text) => {
          await new Promise<void>((resolve) => (press = resolve));
          written.push(String(typeof text === 'function' ? text() : text));
          return name;
        },
      },
      confirm: () => Promise.resolve(),
      clock: fakeClock(),
      revealMs: 1,
    });
    const save = () =>
      handlers.savePlain({ id: 'export', item: 0, format: 'HEXADECIMAL', confirmation: 'Treasury' });
    const answer = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      press();
    };
    return { held, written, save, answer };
  }

  it('writes what was chosen', async () => {
    const { written, save, answer } = setUp();
    const saving = save();
    await answer();
    expect(await saving).toEqual({ path: 'Treasury.hex.txt' });
    expect(written).toEqual(['010203']);
  });

  it('attack: somebody at an unattended desk presses Save after the console was locked', async () => {
    const { held, written, save, answer } = setUp();
    const saving = save();
    await new Promise((resolve) => setImmediate(resolve));
    held.clear();
    const refused = expect(saving).rejects.toMatchObject({ code: 'EXPORT_UNKNOWN' });
    await answer();
    await refused;
    expect(written).toEqual([]);
  });
});
