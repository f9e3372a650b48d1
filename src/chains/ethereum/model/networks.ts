import { formatUnits } from '../../model/amounts.ts';

/** Digits after the point of a network's coin: Tron's machine counts sun, a millionth; all others count wei. */
export const coinDecimals = (unit: string): number => (unit === 'TRX' ? 6 : 18);

/** The smallest unit of a network's coin as coins, for example "1.5 ETH" out of wei. */
export const formatCoins = (atoms: bigint, unit: string): string =>
  `${formatUnits(atoms, coinDecimals(unit))} ${unit}`;

/** Wei per gas as gwei, for example "30 gwei". */
export const formatGwei = (wei: bigint): string => `${formatUnits(wei, 9)} gwei`;

/** A network by its chain id: its name, and what its coin is called. */
export interface Network {
  readonly name: string;
  /** The unit of value and fees; "ether" (10^18 wei) where the network is not known. */
  readonly unit: string;
  readonly known: boolean;
}

/** Chain id, name, coin (the public registry of EIP-155 chain ids; Tempo's from viem 2.57.0, 2026-11-21). */
const NETWORKS: readonly (readonly [bigint, string, string])[] = [
  [1n, 'Ethereum mainnet', 'ETH'],
  [10n, 'OP Mainnet', 'ETH'],
  [56n, 'BNB Smart Chain', 'BNB'],
  [100n, 'Gnosis Chain', 'xDAI'],
  [130n, 'Unichain', 'ETH'],
  [137n, 'Polygon PoS', 'POL'],
  [324n, 'ZKsync Era', 'ETH'],
  [4217n, 'Tempo', 'USD'],
  [8453n, 'Base', 'ETH'],
  [17000n, 'Holesky testnet', 'ETH'],
  [31318n, 'Tempo devnet', 'USD'],
  [42161n, 'Arbitrum One', 'ETH'],
  [42220n, 'Celo', 'CELO'],
  [42431n, 'Tempo Moderato testnet', 'USD'],
  [43114n, 'Avalanche C-Chain', 'AVAX'],
  [59144n, 'Linea', 'ETH'],
  [80002n, 'Polygon Amoy testnet', 'POL'],
  [81457n, 'Blast', 'ETH'],
  [84532n, 'Base Sepolia testnet', 'ETH'],
  [421614n, 'Arbitrum Sepolia testnet', 'ETH'],
  [534352n, 'Scroll', 'ETH'],
  [560048n, 'Hoodi testnet', 'ETH'],
  [11155111n, 'Sepolia testnet', 'ETH'],
  [11155420n, 'OP Sepolia testnet', 'ETH'],
];

/** The network of a chain id; null is a transaction that names none. */
export function networkOf(chainId: bigint | null): Network {
  if (chainId === null) return { name: 'Any chain', unit: 'ether', known: false };
  const found = NETWORKS.find(([id]) => id === chainId);
  if (found === undefined) return { name: `Chain ${chainId.toString()}`, unit: 'ether', known: false };
  return { name: found[1], unit: found[2], known: true };
}

/** The networks with a coin, or Tempo's, which have none; those for tests last. */
export const listNetworks = (
  kind: 'evm' | 'tempo',
): readonly { readonly id: string; readonly name: string }[] =>
  NETWORKS.filter(([, , unit]) => (unit === 'USD') === (kind === 'tempo'))
    .map(([id, name]) => ({ id: id.toString(), name }))
    .sort((one, other) => Number(isTest(one.name)) - Number(isTest(other.name)));

const isTest = (name: string): boolean => /testnet|devnet/.test(name);
