import listed from '#resources/known/contracts.json' with { type: 'json' };
import type { Hex } from './address.ts';
import { entryPointVersion } from './entry-points.ts';
import { routerVersion, uniswapOn } from './uniswap.ts';

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
