import type { RequestGroup } from '#preload/contract/request-groups.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RequestState, StoredGroup } from '../../storage/request-groups.ts';
import type { GroupRun, Stopped } from './group-run.ts';
import type { DigestList } from './review-group.ts';

type Counts = Partial<Record<RequestState, number>>;

/** How far a set is in this run of the console, and what covers it. */
export interface GroupProgress {
  readonly profileId: string;
  readonly running: boolean;
  /** What was approved; null where an approval is needed. */
  readonly list: DigestList | null;
  readonly approvedUntilMs: number;
  /** Settles when the last run ended. */
  readonly finished: Promise<void>;
  approve(list: DigestList, untilMs: number): void;
  start(run: GroupRun, finished: Promise<void>): void;
  count(state: RequestState): void;
  /** @param counts as they are on the disk now; null where that can't be had */
  stop(stopped: Stopped | null, counts: Counts | null): void;
  pause(): void;
  /** Pauses, and lets go of the approval. */
  forget(): void;
  view(): RequestGroup;
}

/** News go out no more often than this. */
const NEWS_MS = 100;

export function createGroupProgress(
  set: StoredGroup,
  first: Counts,
  clock: Clock,
  onChange: (set: RequestGroup) => void,
): GroupProgress {
  let counts: Counts = { ...first };
  let run: GroupRun | null = null;
  let list: DigestList | null = null;
  let approvedUntilMs = 0;
  let finished: Promise<void> = Promise.resolve();
  let stopped: Stopped | null = null;
  let begun = { atMs: 0, settled: 0 };
  let toldAtMs = 0;
  const of = (state: RequestState): number => counts[state] ?? 0;
  const left = (): number => of('new') + of('sent');

  const view = (): RequestGroup => {
    const seconds = (clock.now() - begun.atMs) / 1000;
    const perSecond = run !== null && begun.settled > 0 && seconds > 0 ? begun.settled / seconds : null;
    const state = run !== null ? 'running' : left() === 0 ? 'ended' : list === null ? 'prepared' : 'paused';
    return {
      id: set.id,
      purpose: set.purpose,
      title: set.title,
      results: set.results,
      state,
      total: left() + of('done') + of('failed') + of('waiting'),
      done: of('done'),
      failed: of('failed'),
      waiting: of('waiting'),
      perSecond,
      msLeft: perSecond === null ? null : Math.round((left() / perSecond) * 1000),
      stopped,
    };
  };
  const tell = (): void => {
    toldAtMs = clock.now();
    onChange(view());
  };

  return {
    profileId: set.profileId,
    get running() {
      return run !== null;
    },
    get list() {
      return list;
    },
    get approvedUntilMs() {
      return approvedUntilMs;
    },
    get finished() {
      return finished;
    },
    approve: (given, untilMs) => {
      list = given;
      approvedUntilMs = untilMs;
    },
    start: (given, ending) => {
      run = given;
      finished = ending;
      stopped = null;
      begun = { atMs: clock.now(), settled: 0 };
      tell();
    },
    count: (state) => {
      if (state === 'sent' || state === 'new') return;
      // It was new, or sent in an earlier run: either way one less is left.
      const from: RequestState = of('new') > 0 ? 'new' : 'sent';
      counts = { ...counts, [from]: of(from) - 1, [state]: of(state) + 1 };
      begun.settled += 1;
      // Either way: the clock may have been set back.
      if (Math.abs(clock.now() - toldAtMs) >= NEWS_MS) tell();
    },
    stop: (why, onDisk) => {
      run = null;
      stopped = why;
      counts = { ...(onDisk ?? counts) };
      tell();
    },
    pause: () => run?.pause(),
    forget: () => {
      run?.pause();
      list = null;
    },
    view,
  };
}
