import { formatTokenUnits } from '../../model/amounts.ts';
import type { Hex } from './address.ts';
import type { OnChain } from './call.ts';
import { networkOf } from './networks.ts';
import { type BroughtToken, tokensOn } from './tokens.ts';

const broughtOf = ({ chainId, interfaces }: OnChain, token: Hex): BroughtToken | undefined =>
  interfaces?.findToken?.(chainId, token);

const source = ({ list, date }: BroughtToken): string => `your token list “${list}” of ${date}`;

/** Whether a symbol is that of the chain's coin or of a token of the local list, which this token isn't. */
function isTaken({ chainId }: OnChain, symbol: string): boolean {
  if (chainId === null) return false;
  const wanted = symbol.toUpperCase();
  return (
    networkOf(chainId).unit.toUpperCase() === wanted ||
    tokensOn(chainId).some(({ symbol: known }) => known.split(' ')[0]?.toUpperCase() === wanted)
  );
}

/** What a list of the operator's calls a token that the local list doesn't have, for a note; undefined where none has it. */
export function broughtName(on: OnChain, token: Hex): string | undefined {
  const brought = broughtOf(on, token);
  if (brought === undefined) return undefined;
  const { name, symbol, decimals } = brought;
  const said = `called ${name}, ${symbol}, ${decimals} decimals, by ${source(brought)}`;
  return isTaken(on, symbol) ? `${said}, but it isn’t the known ${symbol}` : said;
}

/** An amount of such a token in its own units, for a note. */
export function broughtAmount(on: OnChain, token: Hex, amount: bigint): string | undefined {
  const brought = broughtOf(on, token);
  if (brought === undefined) return undefined;
  return `${formatTokenUnits(amount, brought.decimals)} ${brought.symbol} by ${source(brought)}`;
}
