import { findSolanaToken } from './tokens.ts';
import { formatTokenUnits, formatUnits, grouped } from '../model/amounts.ts';

/** Digits of a coin after the point: a lamport is the smallest part. */
export const SOL_DECIMALS = 9;

/** Lamports as coins, for example "1.5 SOL". */
export const formatSol = (lamports: bigint): string => `${formatUnits(lamports, SOL_DECIMALS)} SOL`;

/** What an amount of a token is known by. */
export interface TokenAmount {
  readonly amount: bigint;
  /** The address of the mint, where the instruction names it. */
  readonly mint: string | undefined;
  /** As the instruction says, and its program checks. */
  readonly decimals: number | undefined;
}

/** An amount of a token, with the symbol of the local list, or with the address of its mint. */
export function formatToken({ amount, mint, decimals }: TokenAmount): string {
  const token = mint === undefined ? undefined : findSolanaToken(mint);
  if (token !== undefined) return `${formatTokenUnits(amount, decimals ?? token.decimals)} ${token.symbol}`;
  if (decimals === undefined) return `${grouped(amount)} atomic units`;
  return `${formatTokenUnits(amount, decimals)} tokens`;
}
