import type { Hex } from './address.ts';
import { findContract } from './known-contracts.ts';
import { findToken } from './tokens.ts';

/** What a contract is called, where a local list has it. */
export function contractName(chainId: bigint | null, address: Hex): string | undefined {
  const token = findToken(chainId, address);
  return token === undefined ? findContract(chainId, address)?.name : `${token.name}, ${token.symbol}`;
}
