import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { numberToBytesBE } from '@noble/curves/utils.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256, sha3_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base32, base58, base58xrp, base64url, bech32, bech32m } from '@scure/base';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { keyError } from '#protocol/key-errors.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { hash160, versioned } from './bitcoin.ts';

/** CRC-16 with polynomial 0x1021 and no start value, as SEP-23 and TEP-2 use it. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    crc &= 0xffff;
  }
  return crc;
}

/** A published wallet contract: its code, as the hash and depth that stand for a cell, and its first data around the key. */
interface WalletContract {
  readonly codeHash: string;
  readonly codeDepth: number;
  /** Bits of the data cell before and after the 256 bits of the key. */
  readonly before: string;
  readonly after: string;
}

const bits = (value: number, width: number): string => value.toString(2).padStart(width, '0');
const SEQNO = bits(0, 32);
/** The wallet id that wallets take for the base chain: the first bytes of the chain's first block. */
const WALLET_ID = bits(698983191, 32);

export const TON_V3R2: WalletContract = {
  codeHash: '84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599',
  codeDepth: 0,
  before: SEQNO + WALLET_ID,
  after: '',
};

export const TON_V4R2: WalletContract = {
  codeHash: 'feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0',
  codeDepth: 7,
  before: SEQNO + WALLET_ID,
  // No plugins.
  after: '0',
};

export const TON_V5R1: WalletContract = {
  codeHash: '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f',
  codeDepth: 6,
  // Signatures allowed; the id is the main network's (-239) over client context 1, base chain, version 0, subwallet 0.
  before: `1${SEQNO}${bits((-239 ^ 0x80000000) >>> 0, 32)}`,
  // No extensions.
  after: '0',
};

const NON_BOUNCEABLE = 0x51;
const BASE_CHAIN = 0x00;
// StateInit with code and data and nothing else, in five bits, completed to a byte.
const STATE_INIT_BITS = 0b00110_100;

/** The hash of an ordinary cell without references (TVM specification, 3.1.5). */
function leafHash(content: string): Uint8Array {
  const whole = Math.floor(content.length / 8);
  const used = Math.ceil(content.length / 8);
  // A cell that does not end on a byte is completed by a one and zeros.
  const completed = (used === whole ? content : `${content}1`).padEnd(used * 8, '0');
  const bytes = Uint8Array.from({ length: used }, (_, at) =>
    parseInt(completed.slice(at * 8, at * 8 + 8), 2),
  );
  return sha256(concatBytes(Uint8Array.of(0, whole + used), bytes));
}

/**
 * TON: where the wallet contract of the key lives: the hash of its first state, in the user-friendly form, non-bounceable,
 * for the main network, in base64url (TEP-2): see docs/decisions/020-addresses.md.
 */
export function ton(contract: WalletContract, key: Uint8Array): string {
  const keyBits = [...key].map((byte) => bits(byte, 8)).join('');
  const data = leafHash(contract.before + keyBits + contract.after);
  const account = sha256(
    concatBytes(
      Uint8Array.of(2, 1, STATE_INIT_BITS),
      numberToBytesBE(contract.codeDepth, 2),
      numberToBytesBE(0, 2),
      fromHex(contract.codeHash),
      data,
    ),
  );
  const payload = concatBytes(Uint8Array.of(NON_BOUNCEABLE, BASE_CHAIN), account);
  return base64url.encode(concatBytes(payload, numberToBytesBE(crc16(payload), 2)));
}

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
export const tronEncoding = (key: Uint8Array): string =>
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
export const solanaEncoding = (key: Uint8Array): string => base58.encode(key);

/**
 * Address of a chain of the Cosmos SDK: bech32 of the hash of the compressed secp256k1 key (ADR 28 of the SDK).
 * @param prefix the chain's human-readable part: `cosmos`, `sei`
 */
export const cosmos = (prefix: string, key: Uint8Array): string =>
  bech32.encode(prefix, bech32.toWords(hash160(key)));
