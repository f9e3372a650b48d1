import { toHex } from '#protocol/encoding.ts';
import type { ByteRange } from '../model/decoded.ts';
import { DataReader } from './data-reader.ts';
import type { FieldType, FieldValue, InstructionLayout, Program } from './programs/layout.ts';
import { associatedTokenProgram } from './programs/associated-token.ts';
import { computeBudgetProgram } from './programs/compute-budget.ts';
import { memoProgram } from './programs/memo.ts';
import { stakeProgram } from './programs/stake.ts';
import { systemProgram } from './programs/system.ts';
import { token2022Program, tokenProgram } from './programs/token.ts';

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
