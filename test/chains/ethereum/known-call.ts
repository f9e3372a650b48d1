/** Selector as published, signature, arguments, contract, value; then the id, the sentence, the warnings. */
export type KnownCall = readonly [
  selector: string,
  signature: string,
  args: readonly unknown[],
  to: string,
  value: bigint,
  id: string,
  sentence: string,
  warnings: readonly string[],
];

export const MAX = 2n ** 256n - 1n;
export const ZERO = `0x${'0'.repeat(40)}`;
/** The 15th of January 2027. */
export const SOON = 1_800_000_000n;
