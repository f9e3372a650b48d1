import type { ByteRange } from '../model/decoded.ts';
import { bitcoinError } from './errors.ts';

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

  /** @throws AppError `PSBT_TRUNCATED`, like every other reading here */
  skip(count: number): ByteRange {
    const start = this.position;
    if (count > this.#end - start) {
      throw bitcoinError('PSBT_TRUNCATED', { count, start, left: this.#end - start });
    }
    this.position = start + count;
    return [start, this.position];
  }

  take(count: number): Uint8Array {
    const [from, to] = this.skip(count);
    return this.#bytes.subarray(from, to);
  }

  u8(): number {
    return this.#view.getUint8(this.skip(1)[0]);
  }

  u32(): number {
    return this.#view.getUint32(this.skip(4)[0], true);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.skip(8)[0], true);
  }

  /** A length or a number. @throws AppError also `PSBT_NOT_CANONICAL` when it takes more bytes than it need */
  compactSize(): number {
    const start = this.position;
    const first = this.u8();
    if (first < 0xfd) return first;
    const [value, least] =
      first === 0xfd
        ? [this.#view.getUint16(this.skip(2)[0], true), 0xfd]
        : first === 0xfe
          ? [this.u32(), 0x1_0000]
          : [Number(this.u64()), 0x1_0000_0000];
    if (value >= least) return value;
    throw bitcoinError('PSBT_NOT_CANONICAL', { start });
  }
}
