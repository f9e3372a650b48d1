import { beforeEach, describe, expect, it } from 'vitest';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { castMarked } from '#renderer/features/activities/marked-votes.tsx';
import { clearMarks, markAll, markRange, toggleMark, useMarks } from '#renderer/features/activities/marks.ts';
import { useToasts } from '#renderer/ui/toasts.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { activityRows } from '../../fake-data.ts';

const [template] = activityRows;
const rows: ActivityRow[] = Array.from({ length: 6 }, (_, index) => index).flatMap((index) =>
  template === undefined
    ? []
    : [
        {
          ...template,
          ...{ id: `activity-${index}`, fingerprint: `sha256:${index.toString(16).repeat(64)}` },
          // The third one doesn’t wait for me.
          waitsForMe: index !== 2,
        },
      ],
);
const toggle = (index: number): void => rows.slice(index, index + 1).forEach(toggleMark);
const marked = (): string[] => [...useMarks.getState().marks].sort();

let fake: FakeConsole;
beforeEach(() => {
  clearMarks();
  useToasts.setState({ toasts: [] });
  fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
});

describe('marks', () => {
  it('take in what waits for my vote, and nothing else', () => {
    markRange(rows, 3, 1);
    expect(marked()).toEqual(['activity-1', 'activity-3']);
    toggle(2);
    expect(marked()).toEqual(['activity-1', 'activity-3']);
    toggle(3);
    expect(marked()).toEqual(['activity-1']);
    markAll(rows);
    expect(marked()).toEqual(['activity-0', 'activity-1', 'activity-3', 'activity-4', 'activity-5']);
  });
});

describe('votes on what is marked', () => {
  it('go out with the fingerprints of these very rows, and the marks go when they are cast', async () => {
    markAll(rows);
    await castMarked(rows.slice(3, 5), true);
    expect(fake.calls.find(({ name }) => name === 'votes.cast')?.input).toEqual({
      approves: true,
      fingerprints: [rows[3]?.fingerprint, rows[4]?.fingerprint],
    });
    expect(useToasts.getState().toasts.map(({ title, tone }) => [title, tone])).toEqual([
      ['2 votes counted', 'plain'],
    ]);
    expect(marked()).toEqual([]);
  });

  it('leave the marks where the approval was turned down or refused', async () => {
    markRange(rows, 0, 1);
    const nothing = { counted: 0, failed: [], unanswered: 0, stopped: null };
    fake.overrides.set('votes.cast', () => Promise.resolve({ decision: 'deny', ...nothing }));
    await castMarked(rows.slice(0, 2), true);
    expect(marked()).toEqual(['activity-0', 'activity-1']);
    fake.overrides.set('votes.cast', () =>
      Promise.reject(new FakeRefusal('VOTE_GONE', 'Request 2 no longer waits.', 'Look again.')),
    );
    await castMarked(rows.slice(0, 2), false);
    expect(marked()).toEqual(['activity-0', 'activity-1']);
    expect(useToasts.getState().toasts).toEqual([]);
    // What is shown is asked for anew: the one that was decided leaves the list.
    expect(fake.calls.filter(({ name }) => name === 'activities.list').length).toBeGreaterThan(0);
  });
});
