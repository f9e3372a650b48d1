import { numberToBytesBE } from '@noble/curves/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base64url } from '@scure/base';
import { fromHex } from '#protocol/encoding.ts';

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
