import { describe, expect, it } from 'vitest';
import { guardClipboard } from '#main/features/key-export/module.ts';
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
