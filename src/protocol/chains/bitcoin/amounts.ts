import { MAINNET, type BitcoinNetwork } from '../../keys/addresses/bitcoin.ts';
import { formatUnits } from '../amounts.ts';

/** Satoshis as bitcoin, exactly; coins of the test networks say that they are. */
export const formatBitcoin = (satoshis: bigint, network: BitcoinNetwork): string =>
  `${formatUnits(satoshis, 8)} ${network === MAINNET ? 'BTC' : 'tBTC'}`;
