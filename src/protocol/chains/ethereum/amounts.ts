import { formatUnits } from '../amounts.ts';

/** Wei as coins of the network, for example "1.5 ETH". */
export const formatCoins = (wei: bigint, unit: string): string => `${formatUnits(wei, 18)} ${unit}`;

/** Wei per gas as gwei, for example "30 gwei". */
export const formatGwei = (wei: bigint): string => `${formatUnits(wei, 9)} gwei`;
