import { create } from 'zustand';
import type { ActivityRow } from '#preload/contract/activities.ts';
import type { ActivityFilter } from '#preload/contract/saved-filters.ts';
import { currentProfile, onOtherProfile } from '../../bridge/app-state.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { createTurns } from '../../bridge/turns.ts';
import { clearMarks } from './marks.ts';

/** What the operator chose to see. */
export type Filters = Readonly<Omit<ActivityFilter, 'list' | 'words'>>;
/** The views over the list: everything, what waits for my vote, what I asked for, what did not come about. */
export type View = Filters['view'];
export type Span = Filters['span'];

const HOUR_MS = 3_600_000;

/** How far back the list goes, in ms; null is to its end. */
const SPANS: Readonly<Record<Span, number | null>> = {
  any: null,
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
};

export const NO_FILTER: Filters = { view: 'all', status: null, type: null, userId: null, span: 'any' };

/** Whether two filters let the same through. */
export const isSameFilter = (one: Filters, other: Filters): boolean =>
  one.view === other.view &&
  one.status === other.status &&
  one.type === other.type &&
  one.userId === other.userId &&
  one.span === other.span;

/** Whether everything is shown. */
export const isUnfiltered = (filters: Filters): boolean => isSameFilter(filters, NO_FILTER);

const FAILED = ['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'];
const WAITING = ['ACTIVITY_STATUS_CONSENSUS_NEEDED'];

interface Asked {
  readonly status: string[];
  readonly types: string[];
  readonly userId: string | null;
  readonly waitsForMe: boolean;
  readonly sinceMs: number | null;
}

/**
 * The filters as the privileged side takes them.
 * @param meId the current credential's user id; null while it is not known
 * @param nowMs ms since the epoch
 */
export function askedBy(filters: Filters, meId: string | null, nowMs: number): Asked {
  const { view, status, type, span } = filters;
  const chosen = status === null ? [] : [status];
  const spanMs = SPANS[span];
  return {
    status: view === 'failed' ? FAILED : view === 'forMe' ? WAITING : chosen,
    types: type === null ? [] : [type],
    userId: view === 'mine' ? meId : filters.userId,
    waitsForMe: view === 'forMe',
    sinceMs: spanMs === null ? null : nowMs - spanMs,
  };
}

/**
 * Brings a fresh first page into what is shown, both newest first.
 * @param shown every row that is loaded
 * @param fresh the newest rows
 * @param hasMore whether there are rows below the fresh ones
 * @returns the fresh rows, and below them the older ones that were loaded before; where the two no longer touch, the
 *   fresh rows alone, because between them rows would be missing
 */
export function mergeRows(
  shown: readonly ActivityRow[],
  fresh: readonly ActivityRow[],
  hasMore: boolean,
): ActivityRow[] {
  const last = fresh.at(-1);
  if (!last || !hasMore) return [...fresh];
  const at = shown.findIndex((row) => row.id === last.id);
  return at === -1 ? [...fresh] : [...fresh, ...shown.slice(at + 1)];
}

/** How many rows come at once. */
export const ACTIVITIES_PAGE = 50;

interface Activities extends Filters {
  /** Null until the first answer. */
  readonly rows: readonly ActivityRow[] | null;
  /** Where the next older page begins; null when there is none. */
  readonly next: string | null;
  /** Why there are no rows, or why they are not live any more. */
  readonly error: BridgeError | null;
  /** How many the filter let through when they were counted; null before. */
  readonly total: Total | null;
  /** Types that were seen, for the filter. */
  readonly types: readonly string[];
}

/** How many there are; more where it isn't whole. */
export interface Total {
  readonly count: number;
  readonly isWhole: boolean;
}

const START = { ...NO_FILTER, rows: null, next: null, error: null, total: null, types: [] } as const;

export const useActivities = create<Activities>(() => ({ ...START }));

const turns = createTurns();

interface Page {
  readonly rows: readonly ActivityRow[];
  readonly next: string | null;
}

const ask = (before: string | null): Promise<Page> => {
  const asked = askedBy(useActivities.getState(), currentProfile()?.userId ?? null, Date.now());
  return getConsole().activities.list({ ...asked, before, limit: ACTIVITIES_PAGE });
};

const withTypes = (types: readonly string[], rows: readonly ActivityRow[]): readonly string[] => {
  const seen = new Set(types);
  for (const { type } of rows) seen.add(type);
  return seen.size === types.length ? types : [...seen].sort();
};

function take(page: Page): void {
  useActivities.setState((state) => {
    const rows = mergeRows(state.rows ?? [], page.rows, page.next !== null);
    // Rows below the page keep what is known of them.
    const next = rows.length > page.rows.length ? state.next : page.next;
    return { rows, next, error: null, types: withTypes(state.types, page.rows) };
  });
}

/** Brings the newest rows in; what is shown stays where it is. A refusal keeps the rows and is told. */
export async function refreshActivities(): Promise<void> {
  const isMine = turns.current();
  try {
    const page = await ask(null);
    if (isMine()) take(page);
  } catch (thrown) {
    if (isMine()) useActivities.setState({ error: asBridgeError(thrown) });
  }
}

/** Saves all that the filter lets through to a file; `path` is null when the operator called it off. @throws BridgeError */
export const saveActivities = (
  form: 'csv' | 'json' | 'evidence',
): Promise<{ readonly path: string | null; readonly count: number; readonly isWhole: boolean }> => {
  const asked = askedBy(useActivities.getState(), currentProfile()?.userId ?? null, Date.now());
  return getConsole().activities.save({ ...asked, form });
};

/** Counts all that the filter lets through. @throws BridgeError */
export async function countActivities(): Promise<void> {
  const isMine = turns.current();
  const asked = askedBy(useActivities.getState(), currentProfile()?.userId ?? null, Date.now());
  const total = await getConsole().activities.count(asked);
  if (isMine()) useActivities.setState({ total });
}

let isLoadingOlder = false;

/** Adds the next older page below; one at a time. */
export async function loadOlder(): Promise<void> {
  const { next } = useActivities.getState();
  if (next === null || isLoadingOlder) return;
  const isMine = turns.current();
  isLoadingOlder = true;
  try {
    const page = await ask(next);
    if (!isMine()) return;
    const known = new Set(useActivities.getState().rows?.map((row) => row.id));
    useActivities.setState((state) => ({
      rows: [...(state.rows ?? []), ...page.rows.filter((row) => !known.has(row.id))],
      next: page.next,
      error: null,
      types: withTypes(state.types, page.rows),
    }));
  } catch (thrown) {
    if (isMine()) useActivities.setState({ error: asBridgeError(thrown) });
  } finally {
    isLoadingOlder = false;
  }
}

/** Shows other rows; answers to earlier questions no longer count. */
export async function filterActivities(change: Partial<Filters>): Promise<void> {
  turns.end();
  clearMarks();
  useActivities.setState({ ...change, rows: null, next: null, error: null, total: null });
  await refreshActivities();
}

/** Forgets the rows; what is chosen above them stays for when one comes back. */
export function leaveActivities(): void {
  turns.end();
  clearMarks();
  useActivities.setState({ rows: null, next: null, error: null, total: null });
}

/** Forgets everything: another profile has other activities. */
export function resetActivities(): void {
  leaveActivities();
  useActivities.setState({ ...START });
}

onOtherProfile(resetActivities);
