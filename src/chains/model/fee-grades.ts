/** How grave a fee is; null where it is usual. */
export type FeeGrade = 'caution' | 'danger' | null;

/** From which fee on a coin's fee asks for a look, and from which on for a stop, in the coin's smallest unit. */
interface FeeLimits {
  readonly caution: bigint;
  readonly danger: bigint;
  /** Below this, a fee is never grave for its share alone: small payments cost what they cost. */
  readonly floor: bigint;
}

const limits = (unit: bigint, caution: bigint, danger: bigint, floor: bigint): FeeLimits => ({
  caution: caution * unit,
  danger: danger * unit,
  floor: floor * unit,
});

const GWEI = 10n ** 9n;
const MILLI_COIN = 10n ** 15n;
const ETHER = limits(MILLI_COIN, 100n, 1000n, 20n);

/**
 * The fees of each coin, as of November 2026: ordinary ones are a hundredth of `caution` and less. ETH 0.1 and 1; BNB 0.5
 * and 5; xDAI 10 and 100; POL and CELO 100 and 1,000; AVAX 5 and 50; SOL 0.01 and 0.5; TRX 400 and 1,000; BTC 0.002 and
 * 0.01; USD (Tempo) 10 and 100.
 */
const LIMITS: Readonly<Record<string, FeeLimits>> = {
  ETH: ETHER,
  ether: ETHER,
  BNB: limits(MILLI_COIN, 500n, 5000n, 100n),
  xDAI: limits(MILLI_COIN, 10_000n, 100_000n, 1000n),
  POL: limits(MILLI_COIN, 100_000n, 1_000_000n, 10_000n),
  CELO: limits(MILLI_COIN, 100_000n, 1_000_000n, 10_000n),
  AVAX: limits(MILLI_COIN, 5000n, 50_000n, 1000n),
  SOL: limits(GWEI / 1000n, 10n, 500n, 10n),
  // A limit, of which most is never used: by its share it counts only where it is high already.
  TRX: limits(1_000_000n, 400n, 1000n, 400n),
  BTC: limits(100n, 2000n, 10_000n, 100n),
  USD: limits(1_000_000n, 10n, 100n, 1n),
};

/**
 * Grades a fee by its size, and by its share of what is sent.
 * @param coin the coin's unit; test coins go by the limits of the real one, an unknown coin by those of ether
 * @param fee in the coin's smallest unit
 * @param sent what leaves in the same coin; zero where that says nothing about the fee, as with tokens
 * @returns danger from half of what is sent on, caution from a tenth on
 */
export function gradeFee(coin: string, fee: bigint, sent = 0n): FeeGrade {
  const { caution, danger, floor } = LIMITS[coin.replace(/^t(?=BTC$)/, '')] ?? ETHER;
  const isShare = sent > 0n && fee > floor;
  if (fee > danger || (isShare && fee * 2n > sent)) return 'danger';
  return fee > caution || (isShare && fee * 10n > sent) ? 'caution' : null;
}
