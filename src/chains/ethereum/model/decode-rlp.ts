import type { AppError } from '#protocol/error.ts';
import { chainError } from '../../model/errors.ts';
import { type RlpItem, truncated } from './rlp.ts';

/** Lists deeper than this are in no transaction; the bound keeps hostile input from exhausting the stack. */
const MAX_DEPTH = 8;

/**
 * Decodes exactly one RLP item that fills `bytes` from `offset` to the end (Ethereum yellow paper, appendix B).
 * Strict: only the one canonical encoding of every value is taken.
 * @returns the item with the byte offsets of everything in it
 * @throws AppError `RLP_TRUNCATED`, `RLP_NOT_CANONICAL`, `RLP_TRAILING_BYTES` or `RLP_TOO_DEEP`, with the offset
 */
export function decodeRlp(bytes: Uint8Array, offset = 0): RlpItem {
  const item = readItem(bytes, offset, bytes.length, 0);
  if (item.end !== bytes.length) {
    const extra = bytes.length - item.end;
    throw chainError('RLP_TRAILING_BYTES', {
      end: item.end,
      more: `${extra} more ${extra === 1 ? 'byte follows' : 'bytes follow'}`,
    });
  }
  return item;
}

function readItem(bytes: Uint8Array, start: number, limit: number, depth: number): RlpItem {
  if (depth > MAX_DEPTH) {
    throw chainError('RLP_TOO_DEEP', { start, max: MAX_DEPTH });
  }
  if (start >= limit) throw truncated(start, 1, 0);
  const first = bytes[start] ?? 0;
  if (first < 0x80)
    return { kind: 'bytes', start, payload: start, end: start + 1, bytes: bytes.subarray(start, start + 1) };
  const isList = first >= 0xc0;
  const { payload, length } = readHeader(bytes, start, limit, first - (isList ? 0xc0 : 0x80));
  const end = payload + length;
  if (end > limit) throw truncated(start, length, limit - payload);
  if (isList) return { kind: 'list', start, payload, end, items: readItems(bytes, payload, end, depth + 1) };
  if (length === 1 && (bytes[payload] ?? 0) < 0x80)
    throw notCanonical(start, 'a small byte has a header it must not have');
  return { kind: 'bytes', start, payload, end, bytes: bytes.subarray(payload, end) };
}

function readItems(bytes: Uint8Array, payload: number, end: number, depth: number): RlpItem[] {
  const items: RlpItem[] = [];
  for (let at = payload; at < end;) {
    const item = readItem(bytes, at, end, depth);
    items.push(item);
    at = item.end;
  }
  return items;
}

/** Reads the length of an item: up to 55 in the first byte itself, else in the 1 to 8 bytes after it. */
function readHeader(
  bytes: Uint8Array,
  start: number,
  limit: number,
  code: number,
): { payload: number; length: number } {
  if (code <= 55) return { payload: start + 1, length: code };
  const size = code - 55;
  const payload = start + 1 + size;
  if (payload > limit) throw truncated(start, size, limit - start - 1);
  if (bytes[start + 1] === 0) throw notCanonical(start, 'its length has a leading zero');
  let length = 0;
  for (const byte of bytes.subarray(start + 1, payload)) length = length * 256 + byte;
  if (length <= 55)
    throw notCanonical(start, 'its length is written in the long form but fits the short one');
  return { payload, length };
}

const notCanonical = (start: number, why: string): AppError =>
  chainError('RLP_NOT_CANONICAL', { start, why });
