import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256, sha3_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base32, base58, base58xrp, bech32, bech32m } from '@scure/base';
import { toHex } from '#protocol/encoding.ts';
import { keyError } from '#protocol/key-errors.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { hash160, versioned } from './bitcoin.ts';
import { crc16 } from './ton.ts';

const COMPRESSED_BYTES: Record<KeyCurve, number> = { CURVE_SECP256K1: 33, CURVE_P256: 33, CURVE_ED25519: 32 };
const POINTS = { CURVE_SECP256K1: secp256k1.Point, CURVE_P256: p256.Point, CURVE_ED25519: ed25519.Point };

/**
 * Checks that the bytes are a public key of the curve: compressed SEC1, or 32 bytes for Ed25519.
 * @throws AppError `PUBLIC_KEY_INVALID`
 */
export function checkPublicKey(curve: KeyCurve, publicKey: Uint8Array): void {
  try {
    if (publicKey.length !== COMPRESSED_BYTES[curve]) throw new Error('wrong length');
    POINTS[curve].fromBytes(publicKey);
  } catch (cause) {
    throw keyError('PUBLIC_KEY_INVALID.curve', { curve, cause });
  }
}

/** The uncompressed form (65 bytes, SEC1) of a compressed public key. */
export const uncompress = (curve: 'CURVE_SECP256K1' | 'CURVE_P256', publicKey: Uint8Array): Uint8Array =>
  POINTS[curve].fromBytes(publicKey).toBytes(false);

const TRON_PREFIX = 0x41;

/** Tron: Base58Check of 0x41 and the last 20 bytes of Keccak-256 of the point's coordinates (TRON protocol document). */
export const tron = (key: Uint8Array): string =>
  versioned(TRON_PREFIX, keccak_256(uncompress('CURVE_SECP256K1', key).subarray(1)).subarray(12));

/** Version bytes of Dogecoin's pay-to-public-key-hash addresses (its chainparams.cpp). */
export const DOGE_MAINNET = 0x1e;
export const DOGE_TESTNET = 0x71;

/** Pays to the hash of the compressed key, on the network of the version byte. */
export const dogecoin = (version: number, key: Uint8Array): string => versioned(version, hash160(key));

// Protobuf: field 1, the identity key, as 33 bytes.
const IDENTITY_KEY = Uint8Array.of(0x0a, 33);

/**
 * Spark: bech32m of a message that holds the identity key and nothing else (Spark documentation, addresses).
 * @param prefix `spark` on the main network, `sparkrt` on regtest
 */
export const spark = (prefix: string, key: Uint8Array): string =>
  bech32m.encode(prefix, bech32m.toWords(concatBytes(IDENTITY_KEY, key)), false);

const XRP_ACCOUNT = 0x00;

/** XRP Ledger: the classic address, `r…`: Base58Check in the ledger's own alphabet (XRPL documentation, addresses). */
export function xrp(key: Uint8Array): string {
  const payload = concatBytes(Uint8Array.of(XRP_ACCOUNT), hash160(key));
  return base58xrp.encode(concatBytes(payload, sha256(sha256(payload)).subarray(0, 4)));
}

const STELLAR_ACCOUNT = 6 << 3;

/** Stellar: the strkey of an account, `G…` (SEP-23). The checksum is little-endian. */
export function stellar(key: Uint8Array): string {
  const payload = concatBytes(Uint8Array.of(STELLAR_ACCOUNT), key);
  const checksum = crc16(payload);
  return base32.encode(concatBytes(payload, Uint8Array.of(checksum & 0xff, checksum >> 8)));
}

const SUI_ED25519 = 0x00;

/** Sui: BLAKE2b-256 of the signature scheme's flag and the key, as hex with 0x (Sui documentation, keys and addresses). */
export const sui = (key: Uint8Array): string =>
  `0x${toHex(blake2b(concatBytes(Uint8Array.of(SUI_ED25519), key), { dkLen: 32 }))}`;

const APTOS_ED25519 = 0x00;

/** Aptos: SHA3-256 of the key and its scheme, the account's first authentication key, as hex with 0x (AIP-40: long form). */
export const aptos = (key: Uint8Array): string =>
  `0x${toHex(sha3_256(concatBytes(key, Uint8Array.of(APTOS_ED25519))))}`;

/** Solana: the key itself, in Base58. */
export const solana = (key: Uint8Array): string => base58.encode(key);

/**
 * Address of a chain of the Cosmos SDK: bech32 of the hash of the compressed secp256k1 key (ADR 28 of the SDK).
 * @param prefix the chain's human-readable part: `cosmos`, `sei`
 */
export const cosmos = (prefix: string, key: Uint8Array): string =>
  bech32.encode(prefix, bech32.toWords(hash160(key)));
