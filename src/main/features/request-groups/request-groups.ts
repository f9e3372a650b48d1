import { randomUUID } from 'node:crypto';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { type SubmitOperation, submitBody } from '#protocol/catalogue/operation.ts';
import type { SigningContext } from '../../context/context-resolver.ts';
import type { Timing } from '../../platform/clock.ts';
import type { Target } from '../../service-client/client.ts';
import type { GroupPurpose, StoredGroup, StoredRequest } from '../../storage/request-groups.ts';
import { approvalError } from '../approvals/errors.ts';
import type { ApprovalGate, ApprovalRequest } from '../approvals/module.ts';
import { groupError } from './errors.ts';
import { reopenFailed } from './failures.ts';
import { type GroupProgress, createGroupProgress } from './group-progress.ts';
import type { PurposeParts } from './group-purpose.ts';
import { createQueryCache } from './query-cache.ts';
import { type RunParts, STALE, startRun, stoppedBy } from './group-run.ts';
import { lookAgain } from './look-again.ts';
import { requireSamePlace, reviewGroup } from './review-group.ts';
import { StampTimes } from './stamp-times.ts';

/** One request that is to be in a set. */
export interface DraftRequest {
  readonly operation: SubmitOperation;
  /** As the operation's schema gave them. */
  readonly parameters: unknown;
  /** Where it stood in the file that it came from, from 1. */
  readonly line?: number;
  /** What that file calls it. */
  readonly reference?: string;
}

export interface GroupParts extends RunParts {
  readonly timing: Timing;
  readonly gate: ApprovalGate<ApprovalRequest>;
  session(): Promise<SigningContext>;
  target(profileId: string, publicKey: string): Promise<Target>;
  readonly purposes: Readonly<Record<GroupPurpose, PurposeParts>>;
  readonly onChange: (set: RequestGroup) => void;
  /** As that of `FlowParts`. */
  readonly watchProfile: () => () => void;
}

/** Many requests under one approval: kept on disk before anything is stamped, so that they survive the console. */
export interface RequestGroups {
  /** Keeps requests as a set; nothing is stamped. @throws AppError of the session */
  create(
    draft: {
      purpose: GroupPurpose;
      title: string;
      results: string | null;
      /** The lines of its file that were left out; called once all requests are stored. */
      leftOut?: () => StoredGroup['leftOut'];
    },
    requests: AsyncIterable<DraftRequest> | Iterable<DraftRequest>,
  ): Promise<StoredGroup>;
  /** Those of a profile. */
  list(profileId: string): Promise<RequestGroup[]>;
  view(id: string): Promise<RequestGroup>;
  /**
   * Goes on with a set; asks for an approval first where none covers it. Resolves when the run has begun.
   * @param follows the set of the same flow that it goes on after, whose approval stands for the press that asks for it
   */
  run(id: string, follows?: string): Promise<'approve' | 'deny' | 'expired'>;
  pause(id: string): void;
  /** Resolves when the set does not run any more. */
  settled(id: string): Promise<void>;
  /** Asks what became of requests that waited for votes. @throws ServiceError; AppError `SET_RUNS`, `PROFILE_LEFT` */
  refresh(id: string): Promise<RequestGroup>;
  /** Takes what failed without an effect back to what is left, which needs another approval. @throws AppError `SET_RUNS` */
  tryAgain(id: string): Promise<RequestGroup>;
  /** @throws AppError `SET_RUNS` */
  discard(id: string): Promise<void>;
  /** Pauses every run and forgets every approval, for example when the console is locked. */
  reset(): void;
  /** Forgets what was read for the profile that was selected. */
  leaveProfile(): void;
  /** As `reset`, for the sets of a profile that leads to another place: none of them was approved for that. */
  leavePlace(profileId: string): void;
  idle(): Promise<void>;
}

const PAGE = 200;
/** After this long an approval covers no further request: their times grow too old. */
const APPROVAL_MS = 30 * 60_000;

export function createRequestGroups(parts: GroupParts): RequestGroups {
  const { groups } = parts;
  const { clock } = parts.send;
  const known = new Map<string, GroupProgress>();
  const times = new StampTimes();
  const reads = createQueryCache(parts.reads, clock);

  const find = async (id: string): Promise<StoredGroup> => {
    const set = await groups.find(id);
    if (set === undefined) throw groupError('SET_UNKNOWN.group');
    return set;
  };
  const progressOf = async (set: StoredGroup): Promise<GroupProgress> => {
    const counts = await groups.count(set.id);
    const progress = known.get(set.id) ?? createGroupProgress(set, counts, clock, parts.onChange);
    known.set(set.id, progress);
    return progress;
  };

  /** Where a set's requests go. @throws AppError `SET_OF_ANOTHER` once its profile leads elsewhere */
  const targetOf = async (set: StoredGroup): Promise<Target> => {
    const target = await parts.target(set.profileId, set.publicKey);
    requireSamePlace(set, target.moves);
    return target;
  };

  // Asked for twice, a set is reviewed and begun once.
  const beginning = new Map<string, Promise<'approve' | 'deny' | 'expired'>>();

  const start = async (set: StoredGroup, progress: GroupProgress): Promise<void> => {
    const { list, approvedUntilMs: untilMs } = progress;
    if (list === null) throw new Error('A set starts with its approval.');
    const target = await targetOf(set);
    const sink = await parts.purposes[set.purpose].open(set);
    // The console may have been locked, or the profile moved, since it was approved.
    if (progress.list !== list) {
      await sink.close();
      throw groupError('APPROVAL_OLD');
    }
    const run = startRun(
      { ...parts, reads },
      { set, list, target, sink, untilMs, onSettled: (state) => progress.count(state) },
    );
    const stale = clock.after(Math.max(untilMs - clock.now(), 0), () => run.pause(STALE));
    const finished = run.finished
      .then(async (stopped) => {
        stale();
        await sink.close();
        progress.stop(stopped, await groups.count(set.id));
      })
      .catch(async (error: unknown) => {
        // It has ended all the same: one that is called running could never be paused or discarded.
        progress.stop(stoppedBy(error), await groups.count(set.id).catch(() => null));
        parts.send.onJournalFault(error);
      });
    progress.start(run, finished);
  };

  // Who stamps where is part of what was approved, like the bodies.
  const approvedFor = new Map<string, string>();
  /** Under which id the gate took a set's last approval. */
  const approvedAs = new Map<string, string>();
  const placeOf = ({ profileId, publicKey, organizationId, moves }: StoredGroup): string =>
    JSON.stringify([profileId, publicKey, organizationId, moves]);

  const begin = async (id: string, after?: string): Promise<'approve' | 'deny' | 'expired'> => {
    requireIdle(id);
    const set = await find(id);
    const progress = await progressOf(set);
    if (progress.running) return 'approve';
    if (progress.list === null || clock.now() >= progress.approvedUntilMs) {
      const requireSame = parts.watchProfile();
      const session = await parts.session();
      const follows = after === undefined ? undefined : approvedAs.get(after);
      const description = parts.purposes[set.purpose].describe(set);
      const { timing, gate } = parts;
      const decided = await reviewGroup({
        ...{ groups, set, session, clock, times, timing, gate, description, follows, requireSame },
      });
      if (decided.decision !== 'approve') return decided.decision;
      progress.approve(decided.list, clock.now() + APPROVAL_MS);
      approvedFor.set(id, placeOf(set));
      approvedAs.set(id, decided.previewId);
    }
    if (approvedFor.get(id) !== placeOf(set)) throw approvalError('APPROVAL_MISMATCH.context');
    await start(set, progress);
    return 'approve';
  };

  /** Sets that something else than a run is done to. */
  const busy = new Set<string>();
  const looking = new Map<string, Promise<RequestGroup>>();
  const requireIdle = (id: string): void => {
    if (busy.has(id)) throw groupError('SET_RUNS.busy');
  };
  /** Does something to a set that nothing else is done to: two that write its results would write over each other. */
  const alone = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    if (known.get(id)?.running === true || beginning.has(id)) throw groupError('SET_RUNS.run');
    requireIdle(id);
    busy.add(id);
    try {
      return await work();
    } finally {
      busy.delete(id);
    }
  };

  const refresh = async (id: string): Promise<RequestGroup> => {
    const set = await find(id);
    const progress = await progressOf(set);
    const requireSame = parts.watchProfile();
    const target = await targetOf(set);
    const sink = await parts.purposes[set.purpose].open(set);
    try {
      await lookAgain({ ...parts, reads }, set, { target, sink, requireSame });
    } finally {
      await sink.close();
      progress.stop(null, await groups.count(id));
    }
    return progress.view();
  };

  return {
    create: async ({ leftOut, ...draft }, requests) => {
      const { profile, credential, moves } = await parts.session();
      const set: StoredGroup = {
        id: randomUUID(),
        ...draft,
        profileId: profile.id,
        publicKey: credential.publicKey,
        organizationId: profile.organizationId,
        moves,
        createdAtMs: clock.now(),
        leftOut: null,
      };
      await groups.add(set);
      try {
        let page: Omit<StoredRequest, 'state' | 'activityId'>[] = [];
        let position = 0;
        for await (const { operation, parameters, line = null, reference = null } of requests) {
          // The time is set at the review.
          const body = submitBody(operation, set.organizationId, set.createdAtMs, parameters);
          page.push({ position, operation: operation.path, body, line, reference });
          position += 1;
          if (page.length === PAGE) {
            await groups.append(set.id, page);
            page = [];
          }
        }
        await groups.append(set.id, page);
        const without = leftOut?.() ?? null;
        await groups.complete(set.id, without);
        return { ...set, leftOut: without };
      } catch (error) {
        await groups.remove(set.id);
        throw error;
      }
    },
    list: async (profileId) => {
      const views: RequestGroup[] = [];
      for (const set of await groups.list())
        if (set.profileId === profileId) views.push((await progressOf(set)).view());
      return views;
    },
    view: async (id) => (await progressOf(await find(id))).view(),
    run: (id, follows) => {
      const under = beginning.get(id);
      if (under !== undefined) return under;
      const begun = begin(id, follows).finally(() => void beginning.delete(id));
      beginning.set(id, begun);
      return begun;
    },
    pause: (id) => known.get(id)?.pause(),
    settled: async (id) => {
      await known.get(id)?.finished;
    },
    refresh: (id) => {
      // Asked for twice, it is looked once.
      const under = looking.get(id);
      if (under !== undefined) return under;
      const looked = alone(id, () => refresh(id)).finally(() => void looking.delete(id));
      looking.set(id, looked);
      return looked;
    },
    tryAgain: (id) =>
      alone(id, async () => {
        const progress = await progressOf(await find(id));
        // What was approved before covers none of these, also where not all of them could be reopened.
        progress.forget();
        await reopenFailed(groups, id);
        progress.stop(null, await groups.count(id));
        return progress.view();
      }),
    discard: (id) =>
      alone(id, async () => {
        known.delete(id);
        await groups.remove(id);
      }),
    reset: () => {
      for (const progress of known.values()) progress.forget();
    },
    leaveProfile: reads.forget,
    leavePlace: (profileId) => {
      reads.forget();
      for (const progress of known.values()) if (progress.profileId === profileId) progress.forget();
    },
    idle: async () => {
      await Promise.allSettled([...known.values()].map(({ finished }) => finished));
    },
  };
}
