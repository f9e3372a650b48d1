import type { ByteRange } from '../model/decoded.ts';
import { bitcoinError } from './errors.ts';

/** A number as Bitcoin writes lengths, in the fewest bytes; up to 32 bits. */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value);
  if (value <= 0xffff) return Uint8Array.of(0xfd, value & 0xff, value >>> 8);
  return Uint8Array.of(0xfe, ...u32(value));
}

/** Four bytes, little-endian. */
export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** Eight bytes, little-endian. */
export function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}

/** Reads Bitcoin's encoding front to back: little-endian integers and the shortest compact sizes. */
export class ByteCursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #end: number;
  position: number;

  /** @param range where to read; positions are into `bytes` all the same */
  constructor(bytes: Uint8Array, [from, to]: ByteRange = [0, bytes.length]) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.position = from;
    this.#end = to;
  }

  get isAtEnd(): boolean {
    return this.position === this.#end;
  }

  /** The next byte, without taking it; undefined at the end. */
  get next(): number | undefined {
    return this.position < this.#end ? this.#bytes[this.position] : undefined;
  }

  /**
   * @returns where it was
   * @throws AppError `PSBT_TRUNCATED`, like every other reading here
   */
  skip(count: number): number {
    const start = this.position;
    if (count > this.#end - start) {
      throw bitcoinError('PSBT_TRUNCATED', { count, start, left: this.#end - start });
    }
    this.position = start + count;
    return start;
  }

  take(count: number): Uint8Array {
    const from = this.skip(count);
    return this.#bytes.subarray(from, this.position);
  }

  u8(): number {
    return this.#view.getUint8(this.skip(1));
  }

  u32(): number {
    return this.#view.getUint32(this.skip(4), true);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.skip(8), true);
  }

  /** A length or a number. @throws AppError also `PSBT_NOT_CANONICAL` when it takes more bytes than it need */
  compactSize(): number {
    const start = this.position;
    const first = this.u8();
    if (first < 0xfd) return first;
    const [value, least] =
      first === 0xfd
        ? [this.#view.getUint16(this.skip(2), true), 0xfd]
        : first === 0xfe
          ? [this.u32(), 0x1_0000]
          : [Number(this.u64()), 0x1_0000_0000];
    if (value >= least) return value;
    throw bitcoinError('PSBT_NOT_CANONICAL', { start });
  }
}
