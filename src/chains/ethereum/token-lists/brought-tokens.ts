import { oncePerList } from '#protocol/once-per-list.ts';
import type { CallInterfaces } from '../model/call.ts';
import type { Hex } from '../model/address.ts';
import type { BroughtToken } from '../model/tokens.ts';
import type { TokenList } from './parse-token-list.ts';

/**
 * What token lists of the operator's call a token. A token on which two lists don't agree is left out, as one on which two
 * sources of the local list don't (decision 103).
 */
export function broughtTokens(lists: readonly TokenList[]): NonNullable<CallInterfaces['findToken']> {
  const found = foundIn(lists);
  return (chainId, address) =>
    chainId === null ? undefined : (found.get(keyOf(chainId, address)) ?? undefined);
}

/** Once for as long as the lists are loaded: every preview asks, and five long ones take a while. */
const foundIn = oncePerList((lists: readonly TokenList[]) => {
  const found = new Map<string, BroughtToken | null>();
  for (const { name: list, date, tokens } of lists) {
    for (const { chainId, address, symbol, name, decimals } of tokens) {
      const key = keyOf(chainId, address);
      const earlier = found.get(key);
      if (earlier === undefined) found.set(key, { symbol, name, decimals, list, date });
      else if (earlier?.symbol !== symbol || earlier.decimals !== decimals) found.set(key, null);
    }
  }
  return found;
});

const keyOf = (chainId: bigint, address: Hex): string => `${chainId} ${address}`;
