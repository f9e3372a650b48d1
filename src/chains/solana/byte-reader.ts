import type { AppError } from '#protocol/error.ts';
import type { ByteRange } from '../model/decoded.ts';
import { chainError } from '../model/errors.ts';
import { PUBLIC_KEY_BYTES, toAddress } from './base58.ts';

/** Makes the error for bytes that are no transaction of Solana. */
export const notSolana = (why: string, at?: number): AppError =>
  chainError('TRANSACTION_MALFORMED.solana', { why: at === undefined ? why : `${why}, at byte ${at}` });

/** Takes a transaction's bytes one part after the other. @throws AppError `TRANSACTION_MALFORMED` */
export class ByteReader {
  readonly bytes: Uint8Array;
  position = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.position === this.bytes.length;
  }

  peek(what: string): number {
    const byte = this.bytes[this.position];
    if (byte === undefined) throw notSolana(`it ends before ${what}`, this.position);
    return byte;
  }

  byte(what: string): number {
    const byte = this.peek(what);
    this.position += 1;
    return byte;
  }

  take(count: number, what: string): Uint8Array {
    if (this.bytes.length - this.position < count) throw notSolana(`it ends within ${what}`, this.position);
    const taken = this.bytes.subarray(this.position, this.position + count);
    this.position += count;
    return taken;
  }

  address(what: string): string {
    return toAddress(this.take(PUBLIC_KEY_BYTES, what));
  }

  /** A length as Solana packs it ("compact-u16"): seven bits a byte, the least first, in the fewest bytes. */
  length(what: string): number {
    const start = this.position;
    let value = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const byte = this.byte(what);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        if (byte === 0 && shift > 0) throw notSolana(`${what} is not packed in the fewest bytes`, start);
        if (value > 0xffff) break;
        return value;
      }
    }
    throw notSolana(`${what} is larger than a length can be`, start);
  }

  /** Calls `read` so many times as a packed length says. */
  list<T>(what: string, read: (index: number) => T): T[] {
    const count = this.length(`the number of ${what}`);
    // Each takes a byte at least: a huge number is refused before anything is read.
    if (count > this.bytes.length - this.position) throw notSolana(`it ends before its ${count} ${what}`);
    return Array.from({ length: count }, (_, index) => read(index));
  }

  /** Calls `read`, and says where it read. */
  ranged<T>(read: () => T): readonly [T, ByteRange] {
    const start = this.position;
    const value = read();
    return [value, [start, this.position]];
  }
}
