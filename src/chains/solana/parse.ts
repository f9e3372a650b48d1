import { bytesFrom } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import type { ByteRange } from '../model/decoded.ts';
import { chainError } from '../model/errors.ts';
import { solanaError } from './errors.ts';
import {
  type CompiledInstruction,
  PUBLIC_KEY_BYTES,
  SIGNATURE_BYTES,
  type SolanaTransaction,
  type StaticAccount,
  type TableLookup,
  toAddress,
} from './transaction.ts';

/** Makes the error for bytes that are no transaction of Solana. */
const notSolana = (why: string, at?: number): AppError =>
  chainError('TRANSACTION_MALFORMED.solana', { why: at === undefined ? why : `${why}, at byte ${at}` });

/** Takes a transaction's bytes one part after the other. @throws AppError `TRANSACTION_MALFORMED` */
class ByteReader {
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

/** What fits into a packet: nodes take nothing larger. */
const MOST_BYTES = 1232;
const MOST_ACCOUNTS = 256;
const VERSIONED = 0x80;

/**
 * Reads a Solana transaction, legacy or version 0: a packed list of signatures, then the message that they sign. Only what
 * a node would take apart in the same way is read: every length in its fewest bytes, every index in its bounds, nothing
 * behind the end. Source: Solana's documentation, "Transactions", and the rules of its runtime's `sanitize`.
 * @param given the whole serialised transaction as bytes, or as hex with or without `0x`; empty signatures are zeros
 * @throws AppError `HEX_INVALID`, `TRANSACTION_TOO_LARGE`, `TRANSACTION_VERSION_NOT_READ`, `TRANSACTION_MALFORMED`
 */
export function parseTransaction(given: string | Uint8Array): SolanaTransaction {
  // Refused before it is decoded; two for the prefix.
  if (given.length > 2 * MOST_BYTES + 2) throw tooLarge();
  const bytes = bytesFrom(given, 'transaction');
  if (bytes.length > MOST_BYTES) throw tooLarge();
  const reader = new ByteReader(bytes);
  const signatures = reader.list('signatures', () =>
    reader.ranged(() => reader.take(SIGNATURE_BYTES, 'a signature')),
  );
  const messageStart = reader.position;
  const version = readVersion(reader);
  const [header, headerRange] = reader.ranged(() => ({
    requiredSignatures: reader.byte('the number of signers'),
    readonlySigned: reader.byte('the number of read-only signers'),
    readonlyUnsigned: reader.byte('the number of read-only accounts'),
  }));
  const accounts = readAccounts(reader, header);
  const [blockhash, blockhashRange] = reader.ranged(() => reader.address('the blockhash'));
  const instructions = reader.list('instructions', () => readInstruction(reader));
  const lookups = version === 0 ? reader.list('lookup tables', () => readLookup(reader)) : [];
  if (!reader.isAtEnd) throw notSolana('bytes are left behind its end', reader.position);
  checkIndexes(accounts.length, instructions, lookups);
  if (signatures.length !== header.requiredSignatures)
    throw notSolana(
      `it has ${signatures.length} signatures, and its message wants ${header.requiredSignatures}`,
    );
  return {
    ...{ bytes: reader.bytes, version, ...header, headerRange, accounts, blockhash, blockhashRange },
    ...{ instructions, lookups },
    signatures: signatures.map(([signature]) => signature),
    signatureRanges: signatures.map(([, range]) => range),
    messageRange: [messageStart, reader.bytes.length],
  };
}

const tooLarge = (): AppError => chainError('TRANSACTION_TOO_LARGE.solana', { max: MOST_BYTES });

function readVersion(reader: ByteReader): 'legacy' | 0 {
  const first = reader.peek('the message');
  if (first < VERSIONED) return 'legacy';
  const version = reader.byte('the version') - VERSIONED;
  if (version === 0) return 0;
  throw solanaError('TRANSACTION_VERSION_NOT_READ', { version });
}

interface Header {
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
}

function readAccounts(reader: ByteReader, header: Header): StaticAccount[] {
  const { requiredSignatures, readonlySigned, readonlyUnsigned } = header;
  const found = reader.list('accounts', () => reader.ranged(() => reader.address('an account')));
  if (readonlySigned >= requiredSignatures) throw notSolana('nobody who signs it can pay its fee');
  if (requiredSignatures + readonlyUnsigned > found.length)
    throw notSolana('its header counts more accounts than it has');
  if (new Set(found.map(([address]) => address)).size < found.length)
    throw notSolana('it names an account twice');
  return found.map(([address, range], index) => {
    const isSigner = index < requiredSignatures;
    const isWritable = isSigner
      ? index < requiredSignatures - readonlySigned
      : index < found.length - readonlyUnsigned;
    return { address, range, isSigner, isWritable };
  });
}

function readInstruction(reader: ByteReader): CompiledInstruction {
  const start = reader.position;
  const [programIndex, programRange] = reader.ranged(() => reader.byte('a program'));
  const accounts = reader.list('accounts of an instruction', () =>
    reader.ranged(() => reader.byte('an account of an instruction')),
  );
  const length = reader.length('the length of an instruction’s data');
  const [data, dataRange] = reader.ranged(() => reader.take(length, 'an instruction’s data'));
  return {
    ...{ programIndex, programRange, data, dataRange },
    accountIndexes: accounts.map(([index]) => index),
    accountRanges: accounts.map(([, range]) => range),
    range: [start, reader.position],
  };
}

function readLookup(reader: ByteReader): TableLookup {
  const start = reader.position;
  const table = reader.address('a lookup table');
  const writableIndexes = reader.list('writable entries', () => reader.byte('an entry of a lookup table'));
  const readonlyIndexes = reader.list('read-only entries', () => reader.byte('an entry of a lookup table'));
  if (writableIndexes.length + readonlyIndexes.length === 0)
    throw notSolana('it takes nothing from a lookup table that it names', start);
  return { table, writableIndexes, readonlyIndexes, range: [start, reader.position] };
}

function checkIndexes(
  staticCount: number,
  instructions: readonly CompiledInstruction[],
  lookups: readonly TableLookup[],
): void {
  const looked = lookups.reduce(
    (sum, { writableIndexes, readonlyIndexes }) => sum + writableIndexes.length + readonlyIndexes.length,
    0,
  );
  const count = staticCount + looked;
  if (count > MOST_ACCOUNTS) throw notSolana(`it has more than ${MOST_ACCOUNTS} accounts`);
  for (const { programIndex, programRange, accountIndexes, range } of instructions) {
    // The fee payer cannot be a program, and a program cannot come from a lookup table.
    if (programIndex === 0 || programIndex >= staticCount)
      throw notSolana('an instruction names a program that is not there', programRange[0]);
    if (accountIndexes.some((index) => index >= count))
      throw notSolana('an instruction names an account that is not there', range[0]);
  }
}
