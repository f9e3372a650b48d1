/** What is known of an allowance's token, and of the number that holds it. */
interface AllowedToken {
  /** Absent where nothing says them; 18 are taken then, as most tokens have them. */
  readonly decimals?: number | undefined;
  /** From the local lists alone. */
  readonly symbol?: string | undefined;
  /** How wide the number is: 256 for ERC-20, 160 for Permit2, 64 for Solana's tokens. */
  readonly bits?: number;
}

/** `unlimited`: half of the type's range and more, or its end. `effectively`: more than anybody will ever hold. */
export type AllowanceGrade = 'unlimited' | 'effectively' | null;

/** More whole tokens than this are no limit: 10^12. */
const MOST_TOKENS = 10n ** 12n;
const USUAL_DECIMALS = 18;

/**
 * Upper bounds of how many whole tokens there are, with room to grow, as their issuers' and contracts' totals stood in
 * November 2026: an allowance above is for more than all of it. A token that only shares the symbol is warned of once more.
 */
const SUPPLIES: Readonly<Record<string, bigint>> = {
  USDC: 200_000_000_000n,
  USDT: 400_000_000_000n,
  DAI: 20_000_000_000n,
  WETH: 20_000_000n,
  stETH: 20_000_000n,
  wstETH: 20_000_000n,
  WBTC: 1_000_000n,
  // Fixed by their contracts: 10^9, UNI with 2 % a year from 2024 on.
  LINK: 1_000_000_000n,
  UNI: 1_100_000_000n,
};

/** Widths of numbers that contracts keep allowances in. */
const WIDTHS = [63n, 64n, 95n, 96n, 127n, 128n, 159n, 160n, 255n, 256n];

/** Grades an allowance by its size. @param amount in the token's smallest unit */
export function gradeAllowance(amount: bigint, token: AllowedToken = {}): AllowanceGrade {
  const { decimals, symbol, bits = 256 } = token;
  if (amount >= 2n ** BigInt(bits - 1)) return 'unlimited';
  const whole = 10n ** BigInt(decimals ?? USUAL_DECIMALS);
  // The end of a narrower number is meant as one, where nothing tells how many tokens it is.
  const isEnd =
    (decimals === undefined || amount > 2n ** 90n) && WIDTHS.some((width) => isJustBelow(amount, width));
  if (isEnd) return 'unlimited';
  if (amount > MOST_TOKENS * whole) return 'effectively';
  const supply = symbol === undefined || decimals === undefined ? undefined : SUPPLIES[symbol];
  return supply !== undefined && amount > supply * whole ? 'effectively' : null;
}

/** Within a millionth of a power of two, from below, or at it. */
function isJustBelow(amount: bigint, width: bigint): boolean {
  const end = 2n ** width;
  return amount <= end && amount >= end - (end >> 20n);
}
