import type { SolanaCaip2 } from '#protocol/catalogue/solana-history.ts';

export const CLUSTERS = ['mainnet', 'devnet'] as const;
/** A Solana network whose history can be told. */
export type Cluster = (typeof CLUSTERS)[number];

/** CAIP-2: the first 32 characters of the genesis block's hash. */
const GENESIS = {
  mainnet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
} as const satisfies Readonly<Record<Cluster, SolanaCaip2>>;

/** The cluster that a CAIP-2 identifier names, by alias or by hash. */
export const clusterOf = (caip2: SolanaCaip2): Cluster =>
  caip2 === 'solana:devnet' || caip2 === GENESIS.devnet ? 'devnet' : 'mainnet';

/** The CAIP-19 identifier of the coin that fees are paid in (SLIP-44, coin type 501). */
export const nativeAsset = (cluster: Cluster): string => `${GENESIS[cluster]}/slip44:501`;

/** The CAIP-19 identifier of a token. @param mint the address of its mint */
export const clusterAsset = (cluster: Cluster, mint: string): string => `${GENESIS[cluster]}/token:${mint}`;
