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

/** A watch over a service that has so many requests waiting for my vote. */
function watching() {
  const clock = fakeClock();
  let ids: readonly string[] = [];
  const counts: number[] = [];
  const titles: string[] = [];
  const activityOf = (id: string) => ({
    ...{
      id,
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
      canApprove: true,
      type: 'ACTIVITY_TYPE_X',
      votes: [],
    },
  });
  const query = (_: unknown, { paginationOptions: { limit, before } }: Asked) => {
    const from = before === undefined ? 0 : ids.indexOf(before) + 1;
    return Promise.resolve({ activities: ids.slice(from, from + Number(limit)).map(activityOf) });
  };
  const watch = watchActivities({
    sessions: {
      current: () => Promise.resolve({ profile: { id: 'p', name: 'Desk' }, credential: { publicKey: 'k' } }),
      target: () => Promise.resolve({ stamper: { asksEachTime: false } }),
      query,
    } as unknown as WatchParts['sessions'],
    clock,
    everyMs: 1_000,
    userIdOf: () => 'me',
    onWaiting: (count) => void counts.push(count),
    onNotice: ({ title }) => void titles.push(title),
    onFault: (error) => {
      throw error;
    },
  });
  return {
    counts,
    titles,
    look: async (waiting: number) => {
      ids = Array.from({ length: waiting }, (_, at) => `a${waiting - at}`);
      clock.forward(1_000);
      await watch.idle();
      await Promise.resolve();
    },
    stop: () => watch.stop(),
  };
}

interface Asked {
  readonly paginationOptions: { readonly limit: string; readonly before?: string };
}

it('counts what waits through all pages, a thousand at most', async () => {
  const { counts, look, stop } = watching();
  await look(250);
  await look(1_300);
  stop();
  expect(counts).toEqual([250, 1_000]);
});

it('attack: a flood of requests brings five notices at a time', async () => {
  const { titles, look, stop } = watching();
  await look(0);
  await look(3);
  await look(203);
  stop();
  expect(titles).toHaveLength(8);
  expect(titles[2]).toBe('A request waits for your vote');
  expect(titles.at(-1)).toBe('A request waits for your vote (and 195 more)');
});
