import { toHex } from '#protocol/encoding.ts';
import { PUBLIC_KEY_BYTES, toAddress } from './base58.ts';
import type { FieldType, FieldValue } from './programs/layout.ts';

const WIDTH = { u8: 1, u16: 2, u32: 4, u64: 8, i64: 8 } as const;

/** Takes fields out of an instruction's data; what does not fit gives undefined, and nothing ever throws. */
export class DataReader {
  readonly #data: Uint8Array;
  position: number;

  constructor(data: Uint8Array, position: number) {
    this.#data = data;
    this.position = position;
  }

  get isAtEnd(): boolean {
    return this.position === this.#data.length;
  }

  take(type: FieldType): FieldValue | undefined {
    switch (type) {
      case 'pubkey': {
        const bytes = this.#bytes(PUBLIC_KEY_BYTES);
        return bytes === undefined ? undefined : toAddress(bytes);
      }
      case 'option<pubkey>':
        return this.#option('pubkey');
      case 'option<u64>':
        return this.#option('u64');
      case 'option<i64>':
        return this.#option('i64');
      case 'string':
        return this.#string();
      case 'text':
        return utf8(this.#rest());
      case 'rest':
        return this.#rest();
      case 'u8':
      case 'u16':
      case 'u32':
      case 'u64':
      case 'i64':
        return this.#integer(type);
    }
  }

  #bytes(count: number): Uint8Array | undefined {
    if (this.#data.length - this.position < count) return undefined;
    const bytes = this.#data.subarray(this.position, this.position + count);
    this.position += count;
    return bytes;
  }

  #rest(): Uint8Array {
    const bytes = this.#data.subarray(this.position);
    this.position = this.#data.length;
    return bytes;
  }

  #integer(type: keyof typeof WIDTH): bigint | undefined {
    const bytes = this.#bytes(WIDTH[type]);
    if (bytes === undefined) return undefined;
    const value = BigInt(`0x${toHex(bytes.toReversed())}`);
    return type === 'i64' ? BigInt.asIntN(64, value) : value;
  }

  #option(type: FieldType): FieldValue | undefined {
    const [flag] = this.#bytes(1) ?? [];
    if (flag === 0) return null;
    return flag === 1 ? this.take(type) : undefined;
  }

  #string(): string | undefined {
    const length = this.#integer('u64');
    if (length === undefined || length > BigInt(this.#data.length)) return undefined;
    const bytes = this.#bytes(Number(length));
    return bytes === undefined ? undefined : utf8(bytes);
  }
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
