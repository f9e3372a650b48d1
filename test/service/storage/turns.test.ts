import { expect, it, onTestFinished, vi } from 'vitest';
import { Pace, TurnQueue, giveTurn } from '#service/storage/turns.ts';
import { turnsDuring } from '../../fixtures/turns.ts';

it('goes through lists one after the other, with a turn for others after each item; one that fails lets the next one in', async () => {
  const queue = new TurnQueue();
  const done: string[] = [];
  const failing = queue.doEach(['a', 'b', 'c'], (item) => {
    if (item === 'b') throw new Error('failed');
    done.push(item);
  });
  const next = queue.doEach(['d', 'e'], (item, index) => done.push(`${item}${index}`));
  const turns = await turnsDuring(() => Promise.allSettled([failing, next]));
  await expect(failing).rejects.toThrow('failed');
  expect(done).toEqual(['a', 'd0', 'e1']);
  expect(turns).toBeGreaterThanOrEqual(3);
});

it('those who give a turn at the same time go on one after the other', async () => {
  expect(
    await turnsDuring(() => Promise.all(Array.from({ length: 6 }, () => giveTurn()))),
  ).toBeGreaterThanOrEqual(6);
});

it('work gives a turn when it has taken its time since the last', async () => {
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => {
    clock.mockRestore();
  });
  const turnsAt = async (ms: number): Promise<boolean> => {
    clock.mockReturnValue(ms);
    return (await turnsDuring(() => pace.giveWhenDue())) > 0;
  };
  clock.mockReturnValue(0);
  const pace = new Pace();
  expect([await turnsAt(9), await turnsAt(10), await turnsAt(19)]).toEqual([false, true, false]);
  pace.restart();
  expect([await turnsAt(28), await turnsAt(29)]).toEqual([false, true]);
});
