import { expect, it } from 'vitest';
import { TurnQueue } from '#service/storage/turns.ts';
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
