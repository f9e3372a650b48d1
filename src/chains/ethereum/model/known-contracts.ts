import listed from '#resources/known/contracts.json' with { type: 'json' };
import type { Hex } from './address.ts';
import { routerVersion, uniswapOn } from './uniswap.ts';

/**
 * The EntryPoint contracts of ERC-4337 by their addresses, which are the same on every chain, with their versions. Those up
 * to 0.8 are the ones that viem has; that of 0.9 is as public deployments name it, looked up on 2026-11-21.
 */
const ENTRY_POINTS: Readonly<Record<Hex, string>> = {
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789': '0.6',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032': '0.7',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108': '0.8',
  '0x433709009B8330FDa32311DF1C2AFA402eD8D009': '0.9',
};

/** The version of the EntryPoint at a checksummed address; undefined where the list has none there. */
export const entryPointVersion = (address: Hex): string | undefined => ENTRY_POINTS[address];

/** What a contract of the list is, which decides whose word is taken for what a call of it does. */
export type ContractKind =
  | 'aave'
  | 'bridge'
  | 'deposit'
  | 'disperse'
  | 'entry-point'
  | 'multi-send'
  | 'multicall3'
  | 'permit2'
  | 'positions-v3'
  | 'positions-v4'
  | 'router-v2'
  | 'router-v3'
  | 'safe-factory'
  | 'safe-helper'
  | 'safe-singleton'
  | 'tempo'
  | 'universal-router'
  | 'wrapped-coin';

/** A contract that this console knows by its address. */
export interface KnownContract {
  readonly kind: ContractKind;
  readonly name: string;
}

/** By chain id and checksummed address, as `npm run generate` writes them: "address kind name". */
const CHAINS: ReadonlyMap<string, ReadonlyMap<string, KnownContract>> = new Map(
  Object.entries<readonly string[]>(listed.chains).map(([chain, lines]) => [
    chain,
    new Map(
      lines.map((line) => {
        const [address = '', kind = '', ...name] = line.split(' ');
        return [address, { kind: kind as ContractKind, name: name.join(' ') }] as const;
      }),
    ),
  ]),
);

/**
 * The contract at a checksummed address of a chain, where a local list has it. Its name is a name: where value goes is
 * warned of all the same.
 */
export function findContract(chainId: bigint | null, address: Hex): KnownContract | undefined {
  if (chainId === null) return undefined;
  const version = routerVersion(chainId, address);
  if (version !== undefined) return { kind: 'universal-router', name: `Uniswap universal router ${version}` };
  const uniswap = uniswapOn(chainId);
  if (uniswap?.positionsV3 === address) return { kind: 'positions-v3', name: 'Uniswap V3 position manager' };
  if (uniswap?.positionsV4 === address) return { kind: 'positions-v4', name: 'Uniswap V4 position manager' };
  const found = CHAINS.get(chainId.toString())?.get(address);
  const entryPoint = found === undefined ? entryPointVersion(address) : undefined;
  return entryPoint === undefined
    ? found
    : { kind: 'entry-point', name: `ERC-4337 EntryPoint ${entryPoint}` };
}
