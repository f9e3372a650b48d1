import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

/** RIPEMD-160 of SHA-256, 20 bytes: what Bitcoin and its kin call HASH160. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** What differs between the networks: version bytes of Base58Check addresses, human-readable part of segwit ones. */
export interface BitcoinNetwork {
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly prefix: string;
}

export const MAINNET: BitcoinNetwork = { pubKeyHash: 0x00, scriptHash: 0x05, prefix: 'bc' };
/** Testnet and signet: their addresses cannot be told apart (BIP-325). */
export const TESTNET: BitcoinNetwork = { pubKeyHash: 0x6f, scriptHash: 0xc4, prefix: 'tb' };
export const REGTEST: BitcoinNetwork = { ...TESTNET, prefix: 'bcrt' };

const base58check = createBase58check(sha256);
const CHECKSIG = 0xac;

/** Base58Check of a version byte and a payload. */
export const versioned = (version: number, payload: Uint8Array): string =>
  base58check.encode(concatBytes(Uint8Array.of(version), payload));

/** Segwit address (BIP-173; BIP-350 from version 1 on). */
export const segwit = (prefix: string, version: number, program: Uint8Array): string => {
  const coder = version === 0 ? bech32 : bech32m;
  return coder.encode(prefix, [version, ...coder.toWords(program)]);
};

/** Pays to the hash of the compressed key. */
export const p2pkh = (network: BitcoinNetwork, key: Uint8Array): string =>
  versioned(network.pubKeyHash, hash160(key));

/** Native segwit for the compressed key (BIP-141, BIP-173). */
export const p2wpkh = (network: BitcoinNetwork, key: Uint8Array): string =>
  segwit(network.prefix, 0, hash160(key));

/** P2WPKH nested in P2SH (BIP-49; descriptor `sh(wpkh(KEY))`): see docs/decisions/020-addresses.md. */
export const p2sh = (network: BitcoinNetwork, key: Uint8Array): string =>
  versioned(network.scriptHash, hash160(concatBytes(Uint8Array.of(0, 20), hash160(key))));

/** Segwit for the script `<key> OP_CHECKSIG` (descriptor `wsh(pk(KEY))`): see docs/decisions/020-addresses.md. */
export const p2wsh = (network: BitcoinNetwork, key: Uint8Array): string =>
  segwit(network.prefix, 0, sha256(concatBytes(Uint8Array.of(key.length), key, Uint8Array.of(CHECKSIG))));

/** Taproot with the key path alone: the output key is tweaked by the internal key and no script tree (BIP-86, BIP-341). */
export function p2tr(network: BitcoinNetwork, key: Uint8Array): string {
  const internal = schnorr.utils.lift_x(bytesToNumberBE(key.subarray(1)));
  const tweak = schnorr.utils.taggedHash('TapTweak', schnorr.utils.pointToBytes(internal));
  const output = internal.add(secp256k1.Point.BASE.multiply(bytesToNumberBE(tweak)));
  return segwit(network.prefix, 1, schnorr.utils.pointToBytes(output));
}
