import { concatBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { ClaimedTable } from '../model/chain.ts';
import type { ByteRange } from '../model/decoded.ts';
import { solanaError } from './errors.ts';

export const PUBLIC_KEY_BYTES = 32;

/** A public key's address: its bytes in Base58. */
export const toAddress = (publicKey: Uint8Array): string => base58.encode(publicKey);

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

/** An account as an instruction names it: by address, or by its place in a lookup table. */
export type InstructionAccount =
  | { readonly kind: 'known'; readonly address: string; readonly range: readonly [number, number] }
  | {
      readonly kind: 'looked-up';
      readonly table: string;
      readonly entry: number;
      /** What somebody says stands there; null where their table has no such entry, undefined where nobody says anything. */
      readonly claimed?: string | null;
      /** Which file says so; set wherever `claimed` is. */
      readonly claimedBy?: NonNullable<ClaimedTable['from']>;
    };

/**
 * Every account that instructions can name, in the order of their indexes: static ones, then writable, then read-only lookups.
 * @param claims what somebody says the tables hold: it makes no account a known one
 */
export const accountsOf = (
  { accounts, lookups }: SolanaTransaction,
  claims: readonly ClaimedTable[] = [],
): InstructionAccount[] => [
  ...accounts.map(({ address, range }) => ({ kind: 'known' as const, address, range })),
  ...(['writableIndexes', 'readonlyIndexes'] as const).flatMap((which) =>
    lookups.flatMap((lookup) =>
      lookup[which].map((entry) => ({
        kind: 'looked-up' as const,
        table: lookup.table,
        entry,
        ...claimOf(lookup.table, entry, claims),
      })),
    ),
  ),
];

/** A table that is described twice is described by nobody: neither of the two is better than the other. */
function claimOf(
  table: string,
  entry: number,
  claims: readonly ClaimedTable[],
): Pick<Extract<InstructionAccount, { kind: 'looked-up' }>, 'claimed' | 'claimedBy'> {
  const [claim, ...others] = claims.filter((each) => each.table === table);
  if (claim === undefined || others.length > 0) return {};
  return { claimed: claim.addresses[entry] ?? null, claimedBy: claim.from ?? 'request' };
}

/** What a transaction is written from: its parts, without their places. */
type Parts = Pick<
  SolanaTransaction,
  | 'signatures'
  | 'version'
  | 'requiredSignatures'
  | 'readonlySigned'
  | 'readonlyUnsigned'
  | 'blockhash'
  | 'lookups'
> & {
  readonly accounts: readonly Pick<StaticAccount, 'address'>[];
  readonly instructions: readonly Pick<CompiledInstruction, 'programIndex' | 'accountIndexes' | 'data'>[];
};

/** Writes a transaction from its parts. What was read and is written again has the same bytes. */
export function encodeTransaction(tx: Parts): Uint8Array {
  const { signatures, version, requiredSignatures, readonlySigned, readonlyUnsigned } = tx;
  return concatBytes(
    packedList(signatures),
    version === 0 ? Uint8Array.of(0x80) : new Uint8Array(),
    Uint8Array.of(requiredSignatures, readonlySigned, readonlyUnsigned),
    packedList(tx.accounts.map(({ address }) => base58.decode(address))),
    base58.decode(tx.blockhash),
    packedList(
      tx.instructions.map(({ programIndex, accountIndexes, data }) =>
        concatBytes(Uint8Array.of(programIndex), packed(Uint8Array.from(accountIndexes)), packed(data)),
      ),
    ),
    version === 0
      ? packedList(
          tx.lookups.map(({ table, writableIndexes, readonlyIndexes }) =>
            concatBytes(
              base58.decode(table),
              packed(Uint8Array.from(writableIndexes)),
              packed(Uint8Array.from(readonlyIndexes)),
            ),
          ),
        )
      : new Uint8Array(),
  );
}

/** A message as a transaction: as many empty signatures before it as its header asks for. */
export function withEmptySignatures(message: Uint8Array): Uint8Array {
  const isVersioned = ((message[0] ?? 0) & 0x80) !== 0;
  const count = message[isVersioned ? 1 : 0] ?? 0;
  const head = new Uint8Array(1 + count * SIGNATURE_BYTES + message.length);
  // Counts above 127 take two bytes, and fit into no transaction.
  head[0] = count & 0x7f;
  head.set(message, 1 + count * SIGNATURE_BYTES);
  return head;
}

const packed = (bytes: Uint8Array): Uint8Array => concatBytes(packedLength(bytes.length), bytes);
const packedList = (items: readonly Uint8Array[]): Uint8Array =>
  concatBytes(packedLength(items.length), ...items);

/** Seven bits a byte, the least first. */
function packedLength(length: number): Uint8Array {
  const bytes: number[] = [];
  let left = length;
  do {
    bytes.push((left & 0x7f) + (left > 0x7f ? 0x80 : 0));
    left >>= 7;
  } while (left > 0);
  return Uint8Array.from(bytes);
}

/**
 * Which of a transaction's signatures an account makes.
 * @throws AppError `SIGNER_NOT_IN_TRANSACTION`
 */
export function slotOf({ accounts }: SolanaTransaction, address: string): number {
  const slot = accounts.findIndex((account) => account.isSigner && account.address === address);
  if (slot !== -1) return slot;
  throw solanaError('SIGNER_NOT_IN_TRANSACTION', { address });
}

/** The transaction with a signature of 64 bytes in a slot, serialised; every other byte stays. */
export const assembleSigned = (tx: SolanaTransaction, slot: number, signature: Uint8Array): Uint8Array =>
  encodeTransaction({ ...tx, signatures: tx.signatures.with(slot, signature) });
