import { create } from 'zustand';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { currentProfile, onOtherProfile } from '../../bridge/app-state.ts';
import { asBridgeError, getConsole } from '../../bridge/console.ts';
import type { BridgeError } from '../../bridge/console.ts';
import { NO_FILTER, askedBy } from './filters.ts';
import type { Filters } from './filters.ts';
import { mergeRows } from './merge-rows.ts';

/** How many rows come at once. */
export const PAGE = 50;

interface Activities extends Filters {
  /** Null until the first answer. */
  readonly rows: readonly ActivityRow[] | null;
  /** Where the next older page begins; null when there is none. */
  readonly next: string | null;
  /** Why there are no rows, or why they are not live any more. */
  readonly error: BridgeError | null;
  /** Types that were seen, for the filter. */
  readonly types: readonly string[];
}

const START = { ...NO_FILTER, rows: null, next: null, error: null, types: [] } as const;

export const useActivities = create<Activities>(() => ({ ...START }));

let turn = 0;

interface Page {
  readonly rows: readonly ActivityRow[];
  readonly next: string | null;
}

const ask = (before: string | null): Promise<Page> => {
  const asked = askedBy(useActivities.getState(), currentProfile()?.userId ?? null, Date.now());
  return getConsole().activities.list({ ...asked, before, limit: PAGE });
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
  const mine = turn;
  try {
    const page = await ask(null);
    if (turn === mine) take(page);
  } catch (thrown) {
    if (turn === mine) useActivities.setState({ error: asBridgeError(thrown) });
  }
}

let isLoadingOlder = false;

/** Adds the next older page below; one at a time. */
export async function loadOlder(): Promise<void> {
  const { next } = useActivities.getState();
  if (next === null || isLoadingOlder) return;
  const mine = turn;
  isLoadingOlder = true;
  try {
    const page = await ask(next);
    if (turn !== mine) return;
    const known = new Set(useActivities.getState().rows?.map((row) => row.id));
    useActivities.setState((state) => ({
      rows: [...(state.rows ?? []), ...page.rows.filter((row) => !known.has(row.id))],
      next: page.next,
      error: null,
      types: withTypes(state.types, page.rows),
    }));
  } catch (thrown) {
    if (turn === mine) useActivities.setState({ error: asBridgeError(thrown) });
  } finally {
    isLoadingOlder = false;
  }
}

/** Shows other rows; answers to earlier questions no longer count. */
export async function filterActivities(change: Partial<Filters>): Promise<void> {
  turn += 1;
  useActivities.setState({ ...change, rows: null, next: null, error: null });
  await refreshActivities();
}

/** Forgets everything: another profile has other activities. */
export function resetActivities(): void {
  turn += 1;
  useActivities.setState({ ...START });
}

onOtherProfile(resetActivities);
