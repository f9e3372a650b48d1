import { toHex } from '#protocol/encoding.ts';
import type { ByteRange } from '../model/decoded.ts';
import type { FieldType, FieldValue, InstructionLayout, Program } from './programs/layout.ts';
import { associatedTokenProgram, memoProgram, token2022Program, tokenProgram } from './programs/spl.ts';
import { computeBudgetProgram, stakeProgram, systemProgram } from './programs/native.ts';
import { PUBLIC_KEY_BYTES, toAddress } from './transaction.ts';

const WIDTH = { u8: 1, u16: 2, u32: 4, u64: 8, i64: 8 } as const;

/** Takes fields out of an instruction's data; what does not fit gives undefined, and nothing ever throws. */
class DataReader {
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

const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  [
    systemProgram,
    tokenProgram,
    token2022Program,
    associatedTokenProgram,
    computeBudgetProgram,
    memoProgram,
    stakeProgram,
  ].flatMap((program) => program.addresses.map((address) => [address, program] as const)),
);
const LONGEST_TAG = 4;

/** A field of an instruction, with its place in the instruction's data. */
export interface DecodedField {
  readonly name: string;
  readonly type: FieldType;
  readonly value: FieldValue;
  readonly range: ByteRange;
}

/** An instruction that was read to its last byte. */
export interface DecodedInstruction {
  readonly program: Program;
  readonly layout: InstructionLayout;
  readonly fields: readonly DecodedField[];
}

/**
 * Reads an instruction. Never throws.
 * @param accountCount how many accounts it names
 * @returns undefined for an unknown program or instruction, and for data or accounts that are not exactly its own
 */
export function decodeInstruction(
  programAddress: string,
  accountCount: number,
  data: Uint8Array,
): DecodedInstruction | undefined {
  const program = PROGRAMS.get(programAddress);
  if (program === undefined) return undefined;
  const tag = tagOf(program, data);
  const layout = tag === undefined ? undefined : program.instructions[tag];
  if (tag === undefined || layout === undefined || accountCount < layout.accounts.length) return undefined;
  const reader = new DataReader(data, tag.length / 2);
  const fields: DecodedField[] = [];
  for (const [name, type] of layout.fields) {
    const start = reader.position;
    const value = reader.take(type);
    if (value === undefined) return undefined;
    fields.push({ name, type, value, range: [start, reader.position] });
  }
  return reader.isAtEnd ? { program, layout, fields } : undefined;
}

/** The longest known tag that the data begins with. */
function tagOf(program: Program, data: Uint8Array): string | undefined {
  for (let length = Math.min(LONGEST_TAG, data.length); length >= 0; length -= 1) {
    const tag = toHex(data.subarray(0, length));
    if (Object.hasOwn(program.instructions, tag)) return tag;
  }
  return undefined;
}

/** An integer field. @throws Error for a name that is none: a mistake in this program */
export function integerOf({ fields }: DecodedInstruction, name: string): bigint {
  const value = fields.find((field) => field.name === name)?.value;
  if (typeof value !== 'bigint') throw new Error(`There is no integer ${name}.`);
  return value;
}

/** Where a role's account stands among the accounts of the instruction; -1 for none. */
export const placeOf = ({ layout }: DecodedInstruction, role: string): number =>
  layout.accounts.indexOf(role);
