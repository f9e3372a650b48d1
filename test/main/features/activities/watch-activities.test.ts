import { expect, it } from 'vitest';
import { type WatchParts, watchActivities } from '#main/features/activities/watch-activities.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

it('stops at once while the service hangs, and tells nobody of its late answer', async () => {
  const clock = fakeClock();
  const told: unknown[] = [];
  let answer: (of: { activities: unknown[] }) => void = () => undefined;
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  // Only what the watch asks of a session, and a service that doesn't answer.
  const sessions = {
    current: () => Promise.resolve({ profile: { id: 'p' }, credential: { publicKey: 'k' } }),
    target: () => Promise.resolve({ stamper: { asksEachTime: false } }),
    query: () => {
      asked();
      return new Promise((resolve) => (answer = resolve));
    },
  } as unknown as WatchParts['sessions'];
  const watch = watchActivities({
    sessions,
    clock,
    everyMs: 1_000,
    userIdOf: () => undefined,
    onWaiting: (count) => void told.push(count),
    onNotice: (notice) => void told.push(notice),
    onFault: (error) => void told.push(error),
  });
  clock.forward(1_000);
  await isAsked;
  watch.stop();
  expect(told).toEqual([]);
  answer({ activities: [] });
  await watch.idle();
  expect(told).toEqual([]);
  // It looks no more.
  clock.forward(10_000);
  await watch.idle();
  expect(told).toEqual([]);
});
