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

/** A watch over a service that has so many requests waiting for my vote, and takes its time to say so. */
function watching(everyMs = 1_000, answerMs = 0) {
  const clock = fakeClock();
  const askedAt: number[] = [];
  let onAsked = (): void => undefined;
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
    askedAt.push(clock.now());
    clock.forward(answerMs / 2);
    onAsked();
    clock.forward(answerMs / 2);
    const from = before === undefined ? 0 : ids.indexOf(before) + 1;
    return Promise.resolve({ activities: ids.slice(from, from + Number(limit)).map(activityOf) });
  };
  const watch = watchActivities({
    sessions: {
      current: () => Promise.resolve({ profile: { id: 'p', name: 'Desk' }, credential: { publicKey: 'k' } }),
      target: () => Promise.resolve({ stamper: { asksEachTime: false } }),
      query,
    } as unknown as WatchParts['sessions'],
    ...{ clock, everyMs },
    userIdOf: () => 'me',
    onWaiting: (count) => void counts.push(count),
    onNotice: ({ title }) => void titles.push(title),
    onFault: (error) => {
      throw error;
    },
  });
  return {
    ...{ clock, counts, titles, askedAt, watch },
    /** Has something be written while the service thinks. */
    writeMeanwhile: () => (onAsked = () => watch.refreshAtTimes()),
    look: async (waiting: number) => {
      ids = Array.from({ length: waiting }, (_, at) => `a${waiting - at}`);
      clock.forward(everyMs);
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

/** What is written all the time, as in a batch, for so long. */
async function write(parts: ReturnType<typeof watching>, forMs: number): Promise<void> {
  const { clock, watch } = parts;
  parts.writeMeanwhile();
  for (const endMs = clock.now() + forMs; clock.now() < endMs;) {
    watch.refreshAtTimes();
    clock.forward(100);
    await watch.idle();
    await Promise.resolve();
  }
}

it.each([
  ['twice a second where that is quick', 0, 20],
  ['for a tenth of the time where the service takes half a second', 500, 2],
])('looks at what a batch changes all the time %s', async (_, answerMs, looks) => {
  const parts = watching(15_000, answerMs);
  await write(parts, 10_000);
  expect(Math.abs(parts.askedAt.length - looks)).toBeLessThanOrEqual(1);
  // Somebody else has come, whose requests nobody has seen yet: that isn't put off.
  const before = parts.askedAt.length;
  parts.watch.refreshAtTimes();
  parts.watch.refreshSoon();
  parts.clock.forward(500);
  await parts.watch.idle();
  parts.watch.stop();
  expect(parts.askedAt).toHaveLength(before + 1);
});

it('looks as often as ever when the clock is set back for an hour', async () => {
  const parts = watching(15_000, 500);
  await write(parts, 1_000);
  const before = parts.askedAt.length;
  parts.clock.setBack(3_600_000);
  await write(parts, 31_000);
  parts.watch.stop();
  expect(parts.askedAt.length).toBeGreaterThanOrEqual(before + 2);
});
