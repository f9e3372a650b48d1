import { beforeEach, describe, expect, it } from 'vitest';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import {
  filterActivities,
  loadOlder,
  ACTIVITIES_PAGE,
  refreshActivities,
  resetActivities,
  useActivities,
} from '#renderer/features/activities/activities-store.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { activityRows } from '../../fake-data.ts';

const TOTAL = ACTIVITIES_PAGE + 20;
let fake: FakeConsole;

/** A service with TOTAL activities, newest first, that pages as the real one does. */
const all: ActivityRow[] = Array.from({ length: TOTAL }, (_, index) => index).flatMap((index) =>
  activityRows.slice(0, 1).map((row) => ({ ...row, id: `row-${index}` })),
);
const page = (input: unknown): Promise<{ rows: ActivityRow[]; next: string | null }> => {
  const { before, limit } = input as { before: string | null; limit: number };
  const from = before === null ? 0 : all.findIndex((row) => row.id === before) + 1;
  const rows = all.slice(from, from + limit);
  const next = from + limit < TOTAL ? (rows.at(-1)?.id ?? null) : null;
  return Promise.resolve({ rows, next });
};

beforeEach(() => {
  fake = new FakeConsole();
  fake.overrides.set('activities.list', page);
  replaceConsole(connect(fake.exposed()));
  resetActivities();
});

describe('the activities', () => {
  it('come a page at a time, older ones below', async () => {
    await refreshActivities();
    expect(useActivities.getState().next).toBe(`row-${ACTIVITIES_PAGE - 1}`);
    await loadOlder();
    const { rows, next } = useActivities.getState();
    expect(rows?.map((row) => row.id)).toEqual(all.map((row) => row.id));
    expect(next).toBeNull();
  });

  it('keep older rows, and whether there are more, over a refresh', async () => {
    await refreshActivities();
    await loadOlder();
    await refreshActivities();
    expect(useActivities.getState().rows).toHaveLength(TOTAL);
    expect(useActivities.getState().next).toBeNull();
  });

  it('keep what is shown when a refresh is refused, and say why', async () => {
    await refreshActivities();
    fake.overrides.set('activities.list', () =>
      Promise.reject(new FakeRefusal('NO_ANSWER', 'No answer.', 'Try again.')),
    );
    await refreshActivities();
    const { rows, error } = useActivities.getState();
    expect(rows).toHaveLength(ACTIVITIES_PAGE);
    expect(error?.remedy).toBe('Try again.');
  });

  it('ask the service for what the filter says', async () => {
    await filterActivities({ view: 'failed', type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' });
    expect(fake.calls.at(-1)?.input).toEqual({
      status: ['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'],
      types: ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2'],
      userId: null,
      waitsForMe: false,
      sinceMs: null,
      before: null,
      limit: ACTIVITIES_PAGE,
    });
  });

  it('ignore the answer to a filter that was changed meanwhile', async () => {
    const answers: ((page: { rows: ActivityRow[]; next: null }) => void)[] = [];
    fake.overrides.set('activities.list', () => new Promise((resolve) => answers.push(resolve)));
    const first = filterActivities({ view: 'failed' });
    const second = filterActivities({ view: 'all' });
    answers[1]?.({ rows: all.slice(0, 2), next: null });
    answers[0]?.({ rows: all.slice(5, 6), next: null });
    await Promise.all([first, second]);
    expect(useActivities.getState().rows?.map((row) => row.id)).toEqual(['row-0', 'row-1']);
  });
});
