import type { ByteRange } from '../model/decoded.ts';

/** An account that a message names itself; those that it takes from a lookup table are known by their place alone. */
export interface StaticAccount {
  /** Base58. */
  readonly address: string;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
  readonly range: ByteRange;
}

export interface CompiledInstruction {
  readonly programIndex: number;
  readonly accountIndexes: readonly number[];
  readonly data: Uint8Array;
  readonly range: ByteRange;
  /** Where the index of the program stands; those of its accounts, in their order; its data. */
  readonly programRange: ByteRange;
  readonly accountRanges: readonly ByteRange[];
  readonly dataRange: ByteRange;
}

/** A table on the chain that holds further accounts: what is in it cannot be told from the transaction. */
export interface TableLookup {
  readonly table: string;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
  readonly range: ByteRange;
}

/** A transaction taken apart, with the place of every part in its bytes. */
export interface SolanaTransaction {
  readonly bytes: Uint8Array;
  readonly version: 'legacy' | 0;
  /** 64 bytes each, zeros where nobody has signed yet; in the order of the signing accounts. */
  readonly signatures: readonly Uint8Array[];
  readonly signatureRanges: readonly ByteRange[];
  /** Everything after the signatures: what is signed. */
  readonly messageRange: ByteRange;
  readonly headerRange: ByteRange;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  readonly accounts: readonly StaticAccount[];
  /** Base58: a recent blockhash, or the value of a durable nonce. */
  readonly blockhash: string;
  readonly blockhashRange: ByteRange;
  readonly instructions: readonly CompiledInstruction[];
  readonly lookups: readonly TableLookup[];
}

export const SIGNATURE_BYTES = 64;

/** The bytes that are signed. */
export const messageBytes = (tx: Pick<SolanaTransaction, 'bytes' | 'messageRange'>): Uint8Array =>
  tx.bytes.subarray(...tx.messageRange);

/** Whether nobody has signed in a slot yet. */
export const isEmptySlot = (signature: Uint8Array): boolean => signature.every((byte) => byte === 0);
