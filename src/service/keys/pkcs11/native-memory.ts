import type * as Koffi from 'koffi';

const ALIGNMENT = 16;

/**
 * Memory outside of JavaScript, where nothing is moved: a module gets pointers into it, and a call that runs on another thread may use
 * them until it returns. Addresses hold until `clear`.
 */
export class NativeMemory {
  readonly #koffi: typeof Koffi;
  readonly #start: bigint;
  readonly #bytes: Uint8Array;
  #used = 0;

  /** @param size in bytes, for good: it is as long as the process lives */
  constructor(koffi: typeof Koffi, size: number) {
    this.#koffi = koffi;
    this.#start = koffi.alloc('uint8_t', size) as bigint;
    this.#bytes = new Uint8Array(koffi.view(this.#start, size));
  }

  /** Zeros of a length. @returns their address */
  take(length: number): bigint {
    const at = this.#used;
    this.#used = Math.ceil((at + length) / ALIGNMENT) * ALIGNMENT;
    if (this.#used > this.#bytes.length) throw new RangeError('The memory for calls is used up.');
    return this.#start + BigInt(at);
  }

  /** Copies bytes there. @returns their address */
  put(bytes: Uint8Array): bigint {
    const address = this.take(bytes.length);
    this.#bytes.set(bytes, Number(address - this.#start));
    return address;
  }

  /** Lays values out as a C type has them. @returns its address */
  encode(type: Koffi.TypeObject, value: object): bigint {
    const address = this.take(type.size);
    this.#koffi.encode(address, type, value);
    return address;
  }

  /** The same of several, one after the other. @returns the address of the first */
  encodeAll(type: Koffi.TypeObject, values: readonly object[]): bigint {
    const address = this.take(type.size * values.length);
    values.forEach((value, at) => this.#koffi.encode(address + BigInt(type.size * at), type, value));
    return address;
  }

  /** An unsigned long of a value. @returns its address */
  putNumber(value: number): bigint {
    const address = this.take(8);
    this.#koffi.encode(address, 0, 'unsigned long', value);
    return address;
  }

  /** The unsigned long at an address. */
  number(address: bigint): number {
    return Number(this.#koffi.decode.ulong(address));
  }

  /** A copy of what is at an address. */
  read(address: bigint, length: number): Uint8Array {
    const at = Number(address - this.#start);
    if (at < 0 || length < 0 || at + length > this.#bytes.length)
      throw new RangeError('Outside of the memory.');
    return this.#bytes.slice(at, at + length);
  }

  /** Makes zeros of all that was there. */
  clear(): void {
    this.#bytes.fill(0, 0, this.#used);
    this.#used = 0;
  }
}
