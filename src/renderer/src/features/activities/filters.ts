/** The views over the list: everything, what waits for my vote, what I asked for, what did not come about. */
export const VIEWS = ['all', 'forMe', 'mine', 'failed'] as const;
export type View = (typeof VIEWS)[number];

const HOUR_MS = 3_600_000;

/** How far back the list goes, in ms; null is to its end. */
export const SPANS = {
  any: null,
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
} as const;
export type Span = keyof typeof SPANS;

/** What the operator chose to see. */
export interface Filters {
  readonly view: View;
  /** One status, or null for all of them; counts in the views that do not say it themselves. */
  readonly status: string | null;
  /** One type, or null for all of them. */
  readonly type: string | null;
  /** Who asked, by user id, or null for anybody. */
  readonly userId: string | null;
  readonly span: Span;
}

export const NO_FILTER: Filters = { view: 'all', status: null, type: null, userId: null, span: 'any' };

/** Whether everything is shown. */
export const isUnfiltered = ({ view, status, type, userId, span }: Filters): boolean =>
  view === 'all' && status === null && type === null && userId === null && span === 'any';

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
