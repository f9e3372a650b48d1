import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { toHex } from '#protocol/encoding.ts';
import { MAINNET, REGTEST, segwit, TESTNET, versioned, type BitcoinNetwork } from '../addresses/bitcoin.ts';
import { chainError } from '../model/errors.ts';

/** What a script demands of who spends it; `witness` is a version of segwit that is not in use, `data` carries bytes. */
export type ScriptKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'witness' | 'data' | 'other';

const base58check = createBase58check(sha256);
const OP_RETURN = 0x6a;

/** Tells the standard forms of an output's script (BIP-13, 16, 141, 341). */
export function kindOf(script: Uint8Array): ScriptKind {
  const { length } = script;
  const [first = 0, second = 0, third = 0] = script;
  if (
    length === 25 &&
    first === 0x76 &&
    second === 0xa9 &&
    third === 20 &&
    script[23] === 0x88 &&
    script[24] === 0xac
  ) {
    return 'p2pkh';
  }
  if (length === 23 && first === 0xa9 && second === 20 && script[22] === 0x87) return 'p2sh';
  if (first === OP_RETURN) return 'data';
  const isWitness =
    length >= 4 && length <= 42 && second === length - 2 && (first === 0 || (first >= 0x51 && first <= 0x60));
  if (!isWitness) return 'other';
  if (first === 0) return length === 22 ? 'p2wpkh' : length === 34 ? 'p2wsh' : 'other';
  return first === 0x51 && length === 34 ? 'p2tr' : 'witness';
}

/** The address of a script; undefined where it has none. */
export function addressOfScript(script: Uint8Array, network: BitcoinNetwork): string | undefined {
  switch (kindOf(script)) {
    case 'p2pkh':
      return versioned(network.pubKeyHash, script.subarray(3, 23));
    case 'p2sh':
      return versioned(network.scriptHash, script.subarray(2, 22));
    case 'p2wpkh':
    case 'p2wsh':
      return segwit(network.prefix, 0, script.subarray(2));
    case 'p2tr':
    case 'witness':
      return segwit(network.prefix, (script[0] ?? 0) - 0x50, script.subarray(2));
    case 'data':
    case 'other':
      return undefined;
  }
}

export const p2pkhScript = (hash: Uint8Array): Uint8Array =>
  Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac);
export const p2shScript = (hash: Uint8Array): Uint8Array => Uint8Array.of(0xa9, 20, ...hash, 0x87);
/** A witness program of version 0 or 1. */
export const witnessScript = (version: 0 | 1, program: Uint8Array): Uint8Array =>
  Uint8Array.of(version === 0 ? 0 : 0x51, program.length, ...program);

/** An address taken apart: its network's form, and the script that pays to it. */
export interface ReadAddress {
  readonly network: BitcoinNetwork;
  /** For people; networks whose addresses look alike are named together. */
  readonly networkName: string;
  readonly script: Uint8Array;
}

/**
 * Reads an address.
 * @throws AppError `ADDRESS_INVALID`
 */
export function readAddress(address: string): ReadAddress {
  const script = base58Script(address) ?? bech32Script(address);
  if (script !== undefined) return script;
  throw chainError('ADDRESS_INVALID.text', { chain: 'Bitcoin', why: 'its form or its checksum is wrong' });
}

function base58Script(address: string): ReadAddress | undefined {
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(address);
  } catch {
    return undefined;
  }
  if (bytes.length !== 21) return undefined;
  const hash = bytes.subarray(1);
  for (const [network, networkName] of [
    [MAINNET, 'Bitcoin mainnet'],
    [TESTNET, 'Bitcoin testnet, signet or regtest'],
  ] as const) {
    if (bytes[0] === network.pubKeyHash) return { network, networkName, script: p2pkhScript(hash) };
    if (bytes[0] === network.scriptHash) return { network, networkName, script: p2shScript(hash) };
  }
  return undefined;
}

function bech32Script(address: string): ReadAddress | undefined {
  for (const [network, networkName] of [
    [MAINNET, 'Bitcoin mainnet'],
    [TESTNET, 'Bitcoin testnet or signet'],
    [REGTEST, 'Bitcoin regtest'],
  ] as const) {
    for (const [version, coder] of [
      [0, bech32],
      [1, bech32m],
    ] as const) {
      const decoded = coder.decodeUnsafe(address);
      if (decoded?.prefix !== network.prefix || decoded.words[0] !== version) continue;
      const program = coder.fromWordsUnsafe(decoded.words.slice(1));
      if (!(program instanceof Uint8Array)) continue;
      if (program.length === 32 || (version === 0 && program.length === 20)) {
        return { network, networkName, script: witnessScript(version, program) };
      }
    }
  }
  return undefined;
}

/** The keys of a script that wants signatures alone: `<key> OP_CHECKSIG`, or m of n (BIP-11); undefined for others. */
export function keysOf(script: Uint8Array): string[] | undefined {
  const keys: string[] = [];
  const isMultisig = isSmallNumber(script[0]);
  let at = isMultisig ? 1 : 0;
  while (script[at] === 33 && at + 34 < script.length + 1) {
    keys.push(toHex(script.subarray(at + 1, at + 34)));
    at += 34;
  }
  const rest = script.subarray(at);
  if (!isMultisig) return keys.length === 1 && rest.length === 1 && rest[0] === 0xac ? keys : undefined;
  const [total = 0, operation] = rest;
  const isWhole = rest.length === 2 && operation === 0xae && total - 0x50 === keys.length;
  return isWhole && (script[0] ?? 0) <= total ? keys : undefined;
}

const isSmallNumber = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x51 && byte <= 0x60;
