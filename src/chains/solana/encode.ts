import { base58 } from '@scure/base';
import { concatBytes } from '@noble/hashes/utils.js';
import type { SolanaTransaction } from './transaction.ts';

/** What a transaction is written from: its parts, without their places. */
type Parts = Omit<
  SolanaTransaction,
  'bytes' | 'messageRange' | 'headerRange' | 'blockhashRange' | 'signatureRanges'
>;

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

const SIGNATURE_BYTES = 64;

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
