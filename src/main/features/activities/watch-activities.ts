import type { Activity } from '#protocol/activity.ts';
import { getActivity } from '#protocol/catalogue/activities.ts';
import { operationByType } from '#protocol/catalogue/catalogue.ts';
import { AppError } from '#protocol/error.ts';
import type { ContextResolver, SigningContext } from '../../context/context-resolver.ts';
import type { Clock } from '../../platform/clock.ts';
import { createCoalescingQueue } from '../../platform/pacing.ts';
import { pagesOf } from './activity-record.ts';
import { waitsForMe } from './describe-activity.ts';

/** A word to the operator outside of the window: anybody who passes by may read it. */
interface Notice {
  readonly activityId: string;
  readonly title: string;
  readonly text: string;
}

const ENDINGS: Partial<Record<Activity['status'], string>> = {
  ACTIVITY_STATUS_COMPLETED: 'Your request was approved and is done',
  ACTIVITY_STATUS_FAILED: 'Your request was approved and failed',
  ACTIVITY_STATUS_REJECTED: 'Your request was rejected',
};

/** A request waits for my vote. */
const waitingNotice = (activity: Activity, profileName: string): Notice =>
  noticeOf(activity, 'A request waits for your vote', profileName);

/** A request of mine waits no longer. */
const finishedNotice = (activity: Activity, profileName: string): Notice =>
  noticeOf(activity, ENDINGS[activity.status] ?? 'Your request waits no longer', profileName);

// The catalogue's words and the profile's name, and nothing out of the request: no amount, address, name or note.
const noticeOf = ({ id, type }: Activity, title: string, profileName: string): Notice => ({
  activityId: id,
  title,
  text: `${operationByType(type)?.summary ?? 'A request of a kind that this console does not know'} · ${profileName}`,
});

/** Looks after what waits for votes, as long as the console runs. */
export interface ActivityWatch {
  /** Looks soon: something may have changed. However often it is asked for, it looks once. */
  refreshSoon(): void;
  /** The same for what may change all the time: where looking takes long, it looks less often. */
  refreshAtTimes(): void;
  /** Ends the looking. A look that is under way tells nothing any more; a service that stands still can't hold this up. */
  stop(): void;
  /** Settles when no look is under way. */
  idle(): Promise<void>;
}

export interface WatchParts {
  readonly sessions: Pick<ContextResolver, 'current' | 'target' | 'query'>;
  readonly clock: Clock;
  readonly everyMs: number;
  /** The user behind a credential, by its public key; undefined until the service has said. */
  userIdOf(publicKey: string): string | undefined;
  /** How many requests wait for the current credential's vote. */
  onWaiting(count: number): void;
  onNotice(notice: Notice): void;
  onFault(error: unknown): void;
}

/** The requests that wait for votes; so many of them are counted at most. */
const WAITING = {
  ...{ status: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'], types: [], userId: null },
  ...{ waitsForMe: false, sinceMs: null },
};
const MOST = 1_000;
/** So many notices come of one look at most; the last of them says how many others there are. */
const NOTICES = 5;
const SOON_MS = 500;
/** What may change all the time is looked at for a tenth of the time: a service may answer only so many requests. */
const REST = 10;

/** What was seen at the last look, by whoever was the credential then. */
interface Seen {
  readonly who: string;
  readonly forMe: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
}

/** Watches the requests that wait for votes: those for me are counted and told once, mine are told when they are settled. */
export function watchActivities(parts: WatchParts): ActivityWatch {
  const { sessions, clock } = parts;
  let seen: Seen | null = null;
  let stopped = false;
  let cancel: () => void = () => undefined;
  /** When a look is due that was asked for, in ms since the epoch; and before which time none is due that comes at times. */
  let soonMs: number | null = null;
  let restedMs = 0;
  let underWay = 0;
  let isAsked = false;

  const onWaiting: WatchParts['onWaiting'] = (count) => {
    if (!stopped) parts.onWaiting(count);
  };
  const onNotice: WatchParts['onNotice'] = (notice) => {
    if (!stopped) parts.onNotice(notice);
  };
  const forget = (): void => {
    seen = null;
    onWaiting(0);
  };
  const look = async (): Promise<void> => {
    let session: SigningContext;
    try {
      session = await sessions.current();
      const { stamper } = await sessions.target(session.profile.id, session.credential.publicKey);
      // A passkey would ask its owner at every look.
      if (stamper.asksEachTime) {
        forget();
        return;
      }
    } catch (error) {
      // Locked, or without a credential or a service: nothing is told about anybody.
      if (!(error instanceof AppError)) throw error;
      forget();
      return;
    }
    const { activities, isWhole } = await waiting(sessions.query);
    const userId = parts.userIdOf(session.credential.publicKey);
    const who = `${session.profile.id} ${session.credential.publicKey}`;
    const forMe = activities.filter(waitsForMe);
    const own = activities.filter(({ votes: [first] }) => userId !== undefined && first?.userId === userId);
    const before = seen?.who === who ? seen : null;
    seen = { who, forMe: idsOf(forMe), own: idsOf(own) };
    onWaiting(forMe.length);
    if (before === null) return;
    const { name } = session.profile;
    const fresh = forMe.filter(({ id }) => !before.forMe.has(id));
    for (const [activity, more] of noticed(fresh)) onNotice(withMore(waitingNotice(activity, name), more));
    // What isn't among the newest may still wait.
    if (!isWhole) return;
    const { own: still } = seen;
    for (const [id, more] of noticed([...before.own].filter((id) => !still.has(id)))) {
      const { activity } = await sessions.query(getActivity, { activityId: id });
      onNotice(withMore(finishedNotice(activity, name), more));
    }
  };
  const looking = createCoalescingQueue(look, (error) => {
    // A service that does not answer says so where it is asked.
    if (!stopped && !(error instanceof AppError)) parts.onFault(error);
  });
  const schedule = (ms: number): void => {
    cancel();
    if (stopped) return;
    cancel = clock.after(ms, () => {
      soonMs = null;
      const beganMs = clock.now();
      underWay += 1;
      void looking.run().then(() => {
        underWay -= 1;
        restedMs = clock.now() + REST * (clock.now() - beganMs);
        if (isAsked) refreshAtTimes();
        if (soonMs === null) schedule(parts.everyMs);
      });
    });
  };
  const lookIn = (ms: number): void => {
    const atMs = clock.now() + ms;
    if (soonMs !== null && soonMs <= atMs) return;
    soonMs = atMs;
    schedule(ms);
  };
  const refreshAtTimes = (): void => {
    isAsked = underWay > 0;
    // Whatever the clock says: no later than it would look without being asked.
    if (!isAsked) lookIn(Math.max(SOON_MS, Math.min(restedMs - clock.now(), parts.everyMs)));
  };
  schedule(parts.everyMs);
  return {
    refreshSoon: () => lookIn(SOON_MS),
    refreshAtTimes,
    stop: () => {
      stopped = true;
      cancel();
    },
    idle: () => looking.idle(),
  };
}

/** The newest requests that wait for votes, and whether these are all. @throws ServiceError */
async function waiting(
  ask: ContextResolver['query'],
): Promise<{ readonly activities: readonly Activity[]; readonly isWhole: boolean }> {
  const activities: Activity[] = [];
  let isWhole = false;
  for await (const { found, isLast } of pagesOf(ask, WAITING, MOST)) {
    activities.push(...found);
    isWhole = isLast;
  }
  return { activities, isWhole };
}

/** Those of which notices come; with the last one, how many others there are. */
const noticed = <T>(all: readonly T[]): [T, number][] =>
  all.slice(0, NOTICES).map((each, at) => [each, at === NOTICES - 1 ? all.length - NOTICES : 0]);

const withMore = (notice: Notice, more: number): Notice =>
  more === 0 ? notice : { ...notice, title: `${notice.title} (and ${more} more)` };

const idsOf = (activities: readonly Activity[]): ReadonlySet<string> =>
  new Set(activities.map(({ id }) => id));
