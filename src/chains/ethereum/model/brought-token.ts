import { formatTokenUnits } from '../../model/amounts.ts';
import type { Hex } from './address.ts';
import type { OnChain } from './call.ts';
import { networkOf } from './networks.ts';
import { type BroughtToken, tokensOn } from './tokens.ts';

const broughtOf = ({ chainId, interfaces }: OnChain, token: Hex): BroughtToken | undefined =>
  interfaces?.findToken?.(chainId, token);

const source = ({ list, date }: BroughtToken): string => `your token list “${list}” of ${date}`;

/** What people compare: without signs around or between, and with one letter for those that look alike. */
const comparable = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('0', 'O')
    .replaceAll(/[1L]/g, 'I')
    .replaceAll('5', 'S');

/** The coin of the chain or the token of the local list that a listed symbol or name is taken from; undefined for none. */
function takenFrom({ chainId }: OnChain, brought: BroughtToken): string | undefined {
  if (chainId === null) return undefined;
  const said = [comparable(brought.symbol), comparable(brought.name)];
  const { unit } = networkOf(chainId);
  if (said.includes(comparable(unit))) return unit;
  for (const { symbol, name } of tokensOn(chainId)) {
    const known = symbol.split(' ')[0] ?? '';
    if (said.includes(comparable(known)) || said.includes(comparable(name))) return known;
  }
  return undefined;
}

/** What a list of the operator's calls a token that the local list doesn't have, for a note; undefined where none has it. */
export function broughtName(on: OnChain, token: Hex): string | undefined {
  const brought = broughtOf(on, token);
  if (brought === undefined) return undefined;
  const { name, symbol, decimals } = brought;
  // In quotes, which no name has: “USDC, from the local list” is then somebody's word, too.
  const said = `called “${name}”, “${symbol}”, ${decimals} decimals, by ${source(brought)}`;
  const known = takenFrom(on, brought);
  return known === undefined ? said : `${said}, but it isn’t the known ${known}`;
}

/** An amount of such a token in its own units, for a note. */
export function broughtAmount(on: OnChain, token: Hex, amount: bigint): string | undefined {
  const brought = broughtOf(on, token);
  if (brought === undefined) return undefined;
  return `${formatTokenUnits(amount, brought.decimals)} “${brought.symbol}” by ${source(brought)}`;
}
