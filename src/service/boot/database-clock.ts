import { putSetting, readSetting } from '../storage/settings.ts';
import type { Store } from '../storage/store.ts';
import type { Writer } from '../storage/writer.ts';
import { startError } from './errors.ts';
import { type ClockBehind, endWhatEnded } from './forward-clock.ts';

/** Reads the clock of a database's server; milliseconds since the epoch. */
export type ReadDatabaseMs = (store: Store) => Promise<number>;

/** More than the clocks of machines that ask for the time differ, and less than a session that anybody would miss. */
const MOST_APART_MS = 60_000;

/**
 * Refuses a process whose clock isn't the shared database's: what expires would end early, or late, for everybody.
 * @param readMs reads the database's clock
 * @param wallMs this process's; both in milliseconds since the epoch
 * @throws AppError `CLOCK_APART`
 */
export async function requireSameClock(readMs: () => Promise<number>, wallMs: () => number): Promise<void> {
  const before = wallMs();
  const theirs = await readMs();
  // A slow answer makes nobody late.
  const aheadMs = before - theirs;
  const behindMs = theirs - wallMs();
  const apartMs = Math.max(aheadMs, behindMs);
  if (apartMs <= MOST_APART_MS) return;
  throw startError('CLOCK_APART', {
    seconds: Math.round(apartMs / 1000),
    direction: aheadMs > behindMs ? 'ahead of' : 'behind',
  });
}

/** Notes how late it is by the database's clock, for a later start to find a clock that was set back in between. */
export async function noteDatabaseTime(store: Store, readMs: ReadDatabaseMs): Promise<void> {
  const now = await readMs(store);
  if (now > (await noted(store))) await putSetting(store, 'database-clock-seen', String(now));
}

/**
 * Takes away what was over before this start, where the database's clock was set back since: it would be good again. No other
 * clock counts: one process that is ahead would end the sessions of all.
 */
export async function endWhatWasOverThere(writer: Writer, readMs: ReadDatabaseMs): Promise<ClockBehind> {
  return await writer.write(async (unit) => {
    const now = await readMs(unit);
    const seen = await noted(unit);
    const keptKeys = seen > now ? await endWhatEnded(unit, seen, now) : 0;
    // From here on the earlier time counts: what is made now isn't ended by the next start.
    await putSetting(unit, 'database-clock-seen', String(now));
    return { behindMs: Math.max(0, seen - now), keptKeys };
  });
}

const noted = async (store: Store): Promise<number> =>
  Number((await readSetting(store, 'database-clock-seen')) ?? '0');
