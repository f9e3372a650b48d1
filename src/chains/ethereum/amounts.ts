import { formatUnits } from '../model/amounts.ts';

/** Digits after the point of a network's coin: Tron's machine counts sun, a millionth; all others count wei. */
export const coinDecimals = (unit: string): number => (unit === 'TRX' ? 6 : 18);

/** The smallest unit of a network's coin as coins, for example "1.5 ETH" out of wei. */
export const formatCoins = (atoms: bigint, unit: string): string =>
  `${formatUnits(atoms, coinDecimals(unit))} ${unit}`;

/** Wei per gas as gwei, for example "30 gwei". */
export const formatGwei = (wei: bigint): string => `${formatUnits(wei, 9)} gwei`;
