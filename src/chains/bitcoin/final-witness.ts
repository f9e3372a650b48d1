import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { hash160 } from '../addresses/bitcoin.ts';
import { ByteCursor } from './byte-cursor.ts';
import { scriptKindOf } from './script-kinds.ts';

/** More items than a block has room for. */
const MOST_ITEMS = 4_000_000;
const PUBLIC_KEY = 33;
const [OP_PUSHDATA1, OP_PUSHDATA2, OP_PUSHDATA4] = [0x4c, 0x4d, 0x4e];
/** OP_16. */
const MOST_PUSHED = 0x60;

/**
 * Whether nodes would look at what spends an output at all: a witness that decodes to its last byte, where the script wants one
 * and nowhere else, with the key or script whose hash is paid. Its signatures are not checked.
 * @param script of the output @param witness as it is serialised, its count first
 */
export function isWellFormedSpend(script: Uint8Array, scriptSig: Uint8Array, witness: Uint8Array): boolean {
  const stack = stackIn(witness);
  if (stack === null) return false;
  const kind = scriptKindOf(script);
  if (kind.startsWith('p2w') || kind === 'p2tr' || kind === 'witness')
    return scriptSig.length === 0 && fulfils(script, stack);
  if (kind === 'data' || scriptSig.length === 0) return false;
  if (kind !== 'p2sh') return stack.length === 0;
  const redeem = lastPushed(scriptSig);
  if (redeem === null || !isSame(hash160(redeem), script.subarray(2, 22))) return false;
  if (!scriptKindOf(redeem).startsWith('p2w')) return stack.length === 0;
  // Nodes take nothing beside the script, and it in its shortest form (BIP-141).
  return scriptSig.length === redeem.length + 1 && fulfils(redeem, stack);
}

/** The items of a witness; null for bytes that no node takes as one. */
function stackIn(witness: Uint8Array): Uint8Array[] | null {
  try {
    const cursor = new ByteCursor(witness);
    const count = cursor.compactSize();
    if (count > MOST_ITEMS) return null;
    const items = Array.from({ length: count }, () => cursor.take(cursor.compactSize()));
    return cursor.isAtEnd ? items : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Whether a stack has what a witness program hashes to (BIP-141), or anything at all for later versions. */
function fulfils(program: Uint8Array, stack: readonly Uint8Array[]): boolean {
  const [first, last] = [stack[0], stack.at(-1)];
  if (first === undefined || last === undefined) return false;
  const kind = scriptKindOf(program);
  if (kind === 'p2wsh') return isSame(sha256(last), program.subarray(2));
  if (kind !== 'p2wpkh') return true;
  const isKey = last.length === PUBLIC_KEY && isSame(hash160(last), program.subarray(2));
  return stack.length === 2 && first.length > 0 && isKey;
}

/** What a script pushes last that does nothing but push (BIP-16); null for any other script. */
function lastPushed(script: Uint8Array): Uint8Array | null {
  try {
    const cursor = new ByteCursor(script);
    let last: Uint8Array | null = null;
    while (!cursor.isAtEnd) {
      const code = cursor.u8();
      if (code > MOST_PUSHED) return null;
      last = cursor.take(pushedLength(code, cursor));
    }
    return last;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** How many bytes stand behind an opcode that pushes; none behind one that pushes a small number. */
function pushedLength(code: number, cursor: ByteCursor): number {
  if (code <= 75) return code;
  if (code === OP_PUSHDATA1) return cursor.u8();
  if (code === OP_PUSHDATA2) return cursor.u8() + 256 * cursor.u8();
  return code === OP_PUSHDATA4 ? cursor.u32() : 0;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => toHex(one) === toHex(other);
