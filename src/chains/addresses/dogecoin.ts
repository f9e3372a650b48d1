import { versioned } from './bitcoin.ts';
import { hash160 } from './hash160.ts';

/** Version bytes of Dogecoin's pay-to-public-key-hash addresses (its chainparams.cpp). */
export const DOGE_MAINNET = 0x1e;
export const DOGE_TESTNET = 0x71;

/** Pays to the hash of the compressed key, on the network of the version byte. */
export const dogecoin = (version: number, key: Uint8Array): string => versioned(version, hash160(key));
