import { create } from 'zustand';
import type { ActivityRow } from '../../../../preload/contract/activities.ts';
import { asBridgeError } from '../../bridge/bridge-error.ts';
import type { BridgeError } from '../../bridge/bridge-error.ts';
import { getConsole } from '../../bridge/console.ts';
import { mergeRows } from './merge-rows.ts';

/** How many rows come at once. */
export const PAGE = 50;

export const VIEWS = ['all', 'waiting', 'mine', 'failed'] as const;
export type View = (typeof VIEWS)[number];

const STATUSES: Readonly<Record<View, readonly string[]>> = {
  all: [],
  mine: [],
  waiting: [
    'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
    'ACTIVITY_STATUS_PENDING',
  ],
  failed: ['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'],
};

interface Activities {
  readonly view: View;
  /** One type, or null for all of them. */
  readonly type: string | null;
  /** Null until the first answer. */
  readonly rows: readonly ActivityRow[] | null;
  readonly hasOlder: boolean;
  /** Why there are no rows, or why they are not live any more. */
  readonly error: BridgeError | null;
  /** Types that were seen, for the filter. */
  readonly types: readonly string[];
}

const START = { view: 'all', type: null, rows: null, hasOlder: false, error: null, types: [] } as const;

export const useActivities = create<Activities>(() => ({ ...START }));

let turn = 0;

const ask = (before: string | null): Promise<ActivityRow[]> => {
  const { view, type } = useActivities.getState();
  const status = [...STATUSES[view]];
  return getConsole().activities.list({ status, types: type === null ? [] : [type], before, limit: PAGE });
};

function take(rows: ActivityRow[], page: readonly ActivityRow[]): void {
  useActivities.setState((state) => ({
    rows,
    error: null,
    // Rows below the page keep what is known of them; without any, a full page says that there may be more.
    hasOlder: rows.length > page.length ? state.hasOlder : page.length === PAGE,
    types: [...new Set([...state.types, ...page.map((row) => row.type)])].sort(),
  }));
}

/** Brings the newest rows in; what is shown stays where it is. A refusal keeps the rows and is told. */
export async function refreshActivities(): Promise<void> {
  const mine = turn;
  try {
    const page = await ask(null);
    if (turn === mine) take(mergeRows(useActivities.getState().rows ?? [], page, PAGE), page);
  } catch (thrown) {
    if (turn === mine) useActivities.setState({ error: asBridgeError(thrown) });
  }
}

/** Adds the next older page below. */
export async function loadOlder(): Promise<void> {
  const { rows } = useActivities.getState();
  const last = rows?.at(-1);
  if (!rows || !last) return;
  const mine = turn;
  try {
    const page = await ask(last.id);
    if (turn !== mine) return;
    const known = new Set(useActivities.getState().rows?.map((row) => row.id));
    useActivities.setState((state) => ({
      rows: [...(state.rows ?? []), ...page.filter((row) => !known.has(row.id))],
      hasOlder: page.length === PAGE,
      error: null,
    }));
  } catch (thrown) {
    if (turn === mine) useActivities.setState({ error: asBridgeError(thrown) });
  }
}

/** Shows other rows; answers to earlier questions no longer count. */
export async function filterActivities(change: Partial<Pick<Activities, 'view' | 'type'>>): Promise<void> {
  turn += 1;
  useActivities.setState({ ...change, rows: null, hasOlder: false, error: null });
  await refreshActivities();
}

/** Forgets everything: another profile has other activities. */
export function resetActivities(): void {
  turn += 1;
  useActivities.setState({ ...START });
}
