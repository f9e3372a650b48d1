import { expect, it } from 'vitest';
import { createRequestPruner } from '#main/features/requests/module.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

const DAY_MS = 24 * 60 * 60_000;
const turn = (): Promise<void> => new Promise(setImmediate);

it('forgets requests of more than 30 days ago at the start and every hour, until it is closed', async () => {
  const clock = fakeClock(100 * DAY_MS);
  const rounds: { beforeMs: number; most: number }[] = [];
  const faults: unknown[] = [];
  const forgetting = createRequestPruner({
    requests: {
      forgetAnswered: (limits) => {
        rounds.push(limits);
        return rounds.length === 2 ? Promise.reject(new Error('busy')) : Promise.resolve();
      },
    },
    clock,
    onFault: (error) => faults.push(error),
  });
  for (const minutes of [59, 1, 60]) {
    await turn();
    clock.forward(minutes * 60_000);
  }
  expect(rounds.map(({ beforeMs }) => beforeMs - 70 * DAY_MS)).toEqual([0, 3_600_000, 7_200_000]);
  expect(rounds[0]?.most).toBe(1_000);
  // One that fails does not end it.
  expect(faults).toHaveLength(1);
  await forgetting.close();
  clock.forward(DAY_MS);
  expect(rounds).toHaveLength(3);
});
