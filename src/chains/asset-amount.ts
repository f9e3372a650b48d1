import { formatTokenUnits, formatUnits, grouped } from './amounts.ts';
import type { Asset } from './totals.ts';

/** An amount of an asset for people: with its symbol, or in its smallest unit where nothing says more. */
export function formatAsset({ id, symbol, decimals }: Asset, amount: bigint): string {
  if (decimals === undefined) return `${grouped(amount)} atomic units`;
  const isCoin = id === undefined && symbol !== 'USD';
  const digits = isCoin ? formatUnits(amount, decimals) : formatTokenUnits(amount, decimals);
  return `${digits} ${symbol ?? 'tokens'}`;
}
