import { toHex } from '#protocol/encoding.ts';
import { type BitcoinNetwork, segwit, versioned } from '../addresses/bitcoin.ts';

/** What a script demands of who spends it; `witness` is a version of segwit that is not in use, `data` carries bytes. */
export type ScriptKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'witness' | 'data' | 'other';
const OP_RETURN = 0x6a;

/** Tells the standard forms of an output's script (BIP-13, 16, 141, 341). */
export function scriptKindOf(script: Uint8Array): ScriptKind {
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
  switch (scriptKindOf(script)) {
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
