import { uptime } from 'node:os';
import { APPROVALS_LAST_MS, redated } from '../engine/proposal.ts';
import { redate } from '../engine/vote.ts';
import { votesOnOpen } from '../storage/activities.ts';
import { newestActivity } from '../storage/activity-order.ts';
import { endsOfLastingCredentials, sessionKeysAmong } from '../storage/credentials.ts';
import { findRootQuorum } from '../storage/organization.ts';
import { putSetting, readSetting } from '../storage/settings.ts';
import { deleteApiKey } from '../storage/session-keys.ts';
import type { ApiKeyRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import type { Writer } from '../storage/writer.ts';

/** How far the wall clock has to go back before it is said. */
const TOLD_MS = 5_000;
/** How often it is looked whether the machine slept. */
const LOOK_MS = 1_000;
/** The system counts what passed since its start in hundredths of a second: a difference of two is off by one at most. */
const ROUNDED_MS = 10;

/** Time that never goes back while the service runs, for what expires and what is due. */
export interface ForwardClock {
  /** Milliseconds since the epoch: the wall clock's, or, where that was set back, those of the start and what passed since. */
  readonly now: () => number;
}

/**
 * A clock that goes on where the wall clock is set back: what was over stays over, and what was due stays due. It is held to
 * what passed since the start, and not to the latest time that the wall clock ever showed: one that was set ahead by mistake
 * and then back spoils nothing.
 * @param wallMs milliseconds since the epoch
 * @param steadyMs milliseconds of a clock that nobody can set
 * @param onSetBack told once for each time that the wall clock went back, with how far it is behind
 */
export function createForwardClock(
  wallMs: () => number,
  steadyMs: () => number,
  onSetBack: (behindMs: number) => void,
): ForwardClock {
  const began = { wallMs: wallMs(), steadyMs: steadyMs() };
  let toldMs = 0;
  return {
    now: () => {
      const wall = wallMs();
      const least = began.wallMs + Math.floor(steadyMs() - began.steadyMs);
      const behind = Math.max(0, least - wall);
      if (behind > toldMs + TOLD_MS) onSetBack(behind);
      if (Math.abs(behind - toldMs) > TOLD_MS) toldMs = behind;
      return Math.max(wall, least);
    },
  };
}

/** Milliseconds that passed, those that the machine slept included; the process's own clock may leave those out. */
export function createSteadyClock(): () => number {
  const sinceBoot = (): number => uptime() * 1000 - performance.now();
  const awake = sinceBoot();
  let sleptMs = 0;
  let lookedMs = performance.now();
  return () => {
    const nowMs = performance.now();
    if (nowMs - lookedMs >= LOOK_MS) {
      lookedMs = nowMs;
      // Rounding is no sleep: it would put this clock ahead of another process's.
      sleptMs = Math.max(sleptMs, sinceBoot() - awake - ROUNDED_MS);
    }
    return nowMs + sleptMs;
  };
}

/** Notes how late it is, for a later start to find a clock that was set back in between. */
export const noteTime = (store: Store, now: number): Promise<void> =>
  putSetting(store, 'clock-seen', String(now));

/** What a start found out about the clock. */
export interface ClockBehind {
  /** How far it is behind what was seen, in ms; 0 where it is not. */
  readonly behindMs: number;
  /** How many keys were kept though they had ended by then. */
  readonly keptKeys: number;
}

/**
 * Takes away what was over before this start, where the clock was set back since: it would be good again. That is done once: from
 * here on the earlier time counts, so that what is made now isn't ended by the next start. For a database that one process works
 * with; of a shared one the activities may have been made by another's clock.
 */
export async function endWhatWasOver(writer: Writer, store: Store, now: number): Promise<ClockBehind> {
  const noted = Number((await readSetting(store, 'clock-seen')) ?? '0');
  const newest = await newestActivity(store);
  const isJudged = newest !== undefined && newest.id === (await readSetting(store, 'clock-judged-activity'));
  // Its own time, and not the one in its ID: IDs grow, so they keep that of a clock that was ahead once.
  const seen = Math.max(noted, newest === undefined || isJudged ? 0 : newest.created_at);
  // An activity that says nothing any more is no trace of this run either.
  if (seen <= now && !isJudged) return { behindMs: 0, keptKeys: 0 };
  return await writer.write(async (unit) => {
    const keptKeys = seen > now ? await endWhatEnded(unit, seen, now) : 0;
    await noteTime(unit, now);
    if (newest !== undefined) await putSetting(unit, 'clock-judged-activity', newest.id);
    return { behindMs: Math.max(0, seen - now), keptKeys };
  });
}

/**
 * Takes away what ended up to a time, but for the keys that a root quorum needs: that time may have been the wrong one. Approvals
 * that were over by then stay over.
 * @param now the time that counts from here on; both in milliseconds since the epoch
 * @returns how many keys were kept
 */
export async function endWhatEnded(store: Store, until: number, now: number): Promise<number> {
  const over = await store.selectFrom('api_key').selectAll().where('expires_at', '<=', until).execute();
  const kept = new Set<string>();
  for (const organizationId of new Set(over.map((key) => key.organization_id)))
    for (const { id } of await neededByQuorum(store, organizationId, over, now)) kept.add(id);
  for (const key of over) if (!kept.has(key.id)) await deleteApiKey(store, key);
  await store.deleteFrom('import_target').where('expires_at', '<=', until).execute();
  for await (const votes of votesOnOpen(store, now - APPROVALS_LAST_MS))
    await redate(store, votes, redated(votes, until, now));
  return kept.size;
}

/** The keys that ended without which too few members of a root quorum could stamp at `now`: nobody could make others. */
async function neededByQuorum(
  store: Store,
  organizationId: string,
  over: readonly ApiKeyRow[],
  now: number,
): Promise<readonly ApiKeyRow[]> {
  const { threshold, userIds } = await findRootQuorum(store, organizationId);
  const ends = await endsOfLastingCredentials(store, organizationId, userIds, now);
  const endOf = (userId: string): number => ends.get(userId) ?? 0;
  // As many as it takes, and who can stamp the longest: what had ended of all others is over.
  const members = userIds.filter((id) => ends.has(id)).sort((a, b) => endOf(b) - endOf(a));
  if (members.length < threshold) return [];
  const needed = new Set(members.slice(0, threshold));
  const sessions = await sessionKeysAmong(
    store,
    over.map(({ id }) => id),
  );
  return over.filter(
    ({ id, user_id, expires_at }) =>
      needed.has(user_id) && expires_at === endOf(user_id) && !sessions.has(id),
  );
}
