import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { type BitcoinNetwork, MAINNET, REGTEST, TESTNET } from '../addresses/bitcoin.ts';
import { chainError } from '../model/errors.ts';

const base58check = createBase58check(sha256);

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
