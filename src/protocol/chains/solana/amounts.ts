/** Digits of a coin after the point: a lamport is the smallest part. */
export const SOL_DECIMALS = 9;
