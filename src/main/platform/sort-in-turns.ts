import type { YieldToEventLoop } from './pacing.ts';

/** So many are sorted at once: a millisecond or two. */
const PIECE = 2048;

/**
 * Sorts a copy as `toSorted` does, equal ones in their order, and lets others have their turn: to sort 50,000 amounts takes the
 * thread for 50 to 100 ms.
 */
export async function sortInTurns<T>(
  all: readonly T[],
  compare: (one: T, other: T) => number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<T[]> {
  let sorted: T[][] = [];
  for (let from = 0; from < all.length; from += PIECE) {
    sorted.push(all.slice(from, from + PIECE).sort(compare));
    await yieldToEventLoop();
  }
  while (sorted.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < sorted.length; at += 2)
      merged.push(await merge(sorted[at] ?? [], sorted[at + 1] ?? [], compare, yieldToEventLoop));
    sorted = merged;
  }
  return sorted[0] ?? [];
}

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (one: T, other: T) => number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<T[]> {
  const merged: T[] = [];
  let next = 0;
  for (const [index, each] of left.entries()) {
    // Of equal ones, the left one comes first.
    while (next < right.length && compare(right[next] as T, each) < 0) {
      merged.push(right[next] as T);
      next += 1;
    }
    merged.push(each);
    if (index % PIECE === 0) await yieldToEventLoop();
  }
  for (const other of right.slice(next)) merged.push(other);
  return merged;
}
