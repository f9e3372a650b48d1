import { concatBytes } from '@noble/hashes/utils.js';
import type { AppError } from '#protocol/error.ts';
import { chainError } from '../../model/errors.ts';

interface RlpPosition {
  /** Offset of the item's first byte, which is its header where it has one. */
  readonly start: number;
  /** Offset of the first byte of the content. */
  readonly payload: number;
  /** Offset after the last byte. */
  readonly end: number;
}
interface RlpBytes extends RlpPosition {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
}
export interface RlpList extends RlpPosition {
  readonly kind: 'list';
  readonly items: readonly RlpItem[];
}
export type RlpItem = RlpBytes | RlpList;

export const truncated = (start: number, wanted: number, left: number): AppError =>
  chainError('RLP_TRUNCATED', {
    start,
    wanted,
    unit: wanted === 1 ? 'byte' : 'bytes',
    left: `${left} ${left === 1 ? 'is' : 'are'}`,
  });

/** What {@link encodeRlp} takes: bytes, or a list of such. */
export type RlpInput = Uint8Array | readonly RlpInput[];

/** Encodes bytes and lists canonically (Ethereum yellow paper, appendix B). */
export function encodeRlp(input: RlpInput): Uint8Array {
  if (!(input instanceof Uint8Array)) return wrapRlpList(concatBytes(...input.map(encodeRlp)));
  if (input.length === 1 && (input[0] ?? 0) < 0x80) return Uint8Array.from(input);
  return concatBytes(header(0x80, input.length), input);
}

/** Puts the header of a list before items that are encoded already. */
export const wrapRlpList = (payload: Uint8Array): Uint8Array =>
  concatBytes(header(0xc0, payload.length), payload);

function header(base: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(base + length);
  const size = unsignedBytes(BigInt(length));
  return concatBytes(Uint8Array.of(base + 55 + size.length), size);
}

/** Big-endian bytes of an integer without leading zeros; zero is no bytes at all. */
export function unsignedBytes(value: bigint): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  return Uint8Array.from(bytes);
}
