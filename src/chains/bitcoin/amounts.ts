import { MAINNET, type BitcoinNetwork } from '../addresses/bitcoin.ts';
import { formatUnits } from '../model/amounts.ts';

/** What coins of a network are called. */
export const unitOf = (network: BitcoinNetwork): string => (network === MAINNET ? 'BTC' : 'tBTC');

/** Satoshis as bitcoin, exactly; coins of the test networks say that they are. */
export const formatBitcoin = (satoshis: bigint, network: BitcoinNetwork): string =>
  `${formatUnits(satoshis, 8)} ${unitOf(network)}`;
