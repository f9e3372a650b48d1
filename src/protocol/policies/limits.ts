/** How large an expression may be, and how much work one evaluation may do. docs/policies.md repeats them. */
export const LIMITS = {
  /** Characters of text. */
  characters: 10_000,
  /** Levels of nesting. */
  depth: 32,
  /** Fields, indexes and functions in one chain. */
  chain: 16,
  /** Values in a list that is written down. */
  listItems: 1_000,
  /** Nodes visited in one evaluation; functions over lists visit their predicate once for each element. */
  steps: 100_000,
} as const;

/** Bounds of the two integer types: i128 and u256. */
export const SMALLEST_INTEGER = -(2n ** 127n);
export const LARGEST_INTEGER = 2n ** 256n - 1n;
