import { useMemo } from 'react';
import { create } from 'zustand';
import type { ActivityRow } from '#preload/contract/activities.ts';

/** The requests that are marked to be voted on together, by activity id; each waits for my vote. */
export const useMarks = create<{ readonly marks: ReadonlySet<string> }>(() => ({ marks: new Set() }));

const mark = (rows: readonly ActivityRow[]): void =>
  useMarks.setState(({ marks }) => ({
    marks: new Set([...marks, ...rows.filter((row) => row.waitsForMe).map(({ id }) => id)]),
  }));

/** Marks a request, or takes the mark away; one that doesn't wait for my vote stays as it is. */
export function toggleMark({ id, waitsForMe }: Pick<ActivityRow, 'id' | 'waitsForMe'>): void {
  useMarks.setState(({ marks }) => {
    const next = new Set(marks);
    if (!next.delete(id) && waitsForMe) next.add(id);
    return { marks: next };
  });
}

/** Marks what waits for my vote between two rows, both included, whichever comes first. */
export const markRange = (rows: readonly ActivityRow[], one: number, other: number): void =>
  mark(rows.slice(Math.min(one, other), Math.max(one, other) + 1));

/** Marks every row that waits for my vote. */
export const markAll = mark;

export const clearMarks = (): void => useMarks.setState({ marks: new Set() });

export const hasMarks = (): boolean => useMarks.getState().marks.size > 0;

/** The marked rows as the list shows them now, in its order: one that was decided meanwhile is none of them. */
export function useMarked(rows: readonly ActivityRow[] | null): readonly ActivityRow[] {
  const marks = useMarks((state) => state.marks);
  return useMemo(() => (rows ?? []).filter((row) => row.waitsForMe && marks.has(row.id)), [rows, marks]);
}
