/** How a field stands in the data of an instruction: integers are little-endian. */
export type FieldType =
  | 'u8'
  | 'u16'
  | 'u32'
  | 'u64'
  | 'i64'
  /** 32 bytes. */
  | 'pubkey'
  /** One byte, 0 or 1, and after 1 the value (SPL's `COption` as it is packed in instructions, and Borsh's). */
  | 'option<pubkey>'
  | 'option<u64>'
  | 'option<i64>'
  /** A length of eight bytes, then UTF-8 (bincode). */
  | 'string'
  /** UTF-8 up to the end. */
  | 'text'
  /** Whatever is left. */
  | 'rest';

/** What a field holds: an integer, a text, an address in Base58 or null for none, bytes. */
export type FieldValue = bigint | string | Uint8Array | null;

/** One instruction of a program. */
export interface InstructionLayout {
  /** For example `token.transferChecked`. */
  readonly id: string;
  readonly title: string;
  /** The roles of its accounts, in order; all have to be there, and more may follow. */
  readonly accounts: readonly string[];
  readonly fields: readonly (readonly [name: string, type: FieldType])[];
}

/** A program whose instructions are read. */
export interface Program {
  readonly name: string;
  readonly addresses: readonly string[];
  /** By the bytes that the data begins with, as hex. */
  readonly instructions: Readonly<Record<string, InstructionLayout>>;
}

/** Declares one instruction of a program. */
export const instruction = (
  id: string,
  title: string,
  accounts: readonly string[],
  fields: InstructionLayout['fields'] = [],
): InstructionLayout => ({ id, title, accounts, fields });
