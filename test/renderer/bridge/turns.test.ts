import { expect, test } from 'vitest';
import { createTurns } from '#renderer/bridge/turns.ts';

test('a turn is under way until the next one begins', () => {
  const turns = createTurns();
  const isFirst = turns.begin();
  expect(isFirst()).toBe(true);
  const isSecond = turns.begin();
  expect([isFirst(), isSecond()]).toEqual([false, true]);
});

test('asking for the turn that is under way ends none', () => {
  const turns = createTurns();
  const isFirst = turns.begin();
  const isStill = turns.current();
  expect([isFirst(), isStill()]).toEqual([true, true]);
});

test('what is ended is for nobody, and turns of somebody else go on', () => {
  const [one, other] = [createTurns(), createTurns()];
  const [isOne, isOther] = [one.begin(), other.begin()];
  one.end();
  expect([isOne(), isOther(), one.current()()]).toEqual([false, true, true]);
});
