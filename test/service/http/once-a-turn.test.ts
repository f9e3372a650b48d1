import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { onceATurn } from '#service/http/once-a-turn.ts';

test('all who ask within a turn are answered by one question', async () => {
  const ask = vi.fn(() => Promise.resolve());
  const asked = onceATurn(ask);
  await Promise.all([asked(), asked()]);
  await asked();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('asks again in the next turn', async () => {
  const ask = vi.fn(() => Promise.resolve());
  const asked = onceATurn(ask);
  await asked();
  await setImmediate();
  await asked();
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a refusal is for all of its turn, and for no other', async () => {
  const ask = vi.fn(() => Promise.resolve());
  ask.mockRejectedValueOnce(new Error('moved'));
  const asked = onceATurn(ask);
  await Promise.all([expect(asked()).rejects.toThrow('moved'), expect(asked()).rejects.toThrow('moved')]);
  await setImmediate();
  await expect(asked()).resolves.toBeUndefined();
});
