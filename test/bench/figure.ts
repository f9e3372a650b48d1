/**
 * A measured ratio against a named peer of the same run; `goal` says which side of which number is aimed at, and `holds` whether it
 * was reached: undefined where nothing is aimed at.
 */
export interface Figure {
  readonly name: string;
  readonly ratio: number;
  readonly goal: string;
  readonly holds: boolean | undefined;
}

const rounded = (ratio: number): number => Number(ratio.toPrecision(3));

/** A figure that should be at least `goal`, for example a throughput against a peer's. */
export const atLeast = (goal: number, name: string, ratio: number): Figure => ({
  name,
  ratio: rounded(ratio),
  goal: `>= ${goal}`,
  holds: ratio >= goal,
});

/** A figure that should be at most `goal`, for example a time against a floor. */
export const atMost = (goal: number, name: string, ratio: number): Figure => ({
  name,
  ratio: rounded(ratio),
  goal: `<= ${goal}`,
  holds: ratio <= goal,
});

/** A figure that nothing is aimed at. */
export const withoutGoal = (name: string, ratio: number): Figure => ({
  name,
  ratio: rounded(ratio),
  goal: 'none',
  holds: undefined,
});

/** The middle of the values: what a single slow round does not move. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}
