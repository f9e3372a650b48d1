import type { HashFunction } from '../catalogue/signing-fields.ts';
import type { TransactionType } from '../catalogue/sign-transaction.ts';
import { chainOf } from '../chains/chains.ts';
import type { Chain, Signer } from '../chains/chain.ts';
import type { TransactionReading } from '../chains/reading.ts';
import { toHex } from '../encoding.ts';
import { ProtocolError } from '../error.ts';

/** The chains whose transactions are signed over that hash of their bytes. */
const HASHED_LIKE: Readonly<Record<HashFunction, readonly TransactionType[]>> = {
  HASH_FUNCTION_KECCAK256: ['TRANSACTION_TYPE_ETHEREUM', 'TRANSACTION_TYPE_TEMPO'],
  HASH_FUNCTION_SHA256: ['TRANSACTION_TYPE_TRON'],
  HASH_FUNCTION_NOT_APPLICABLE: ['TRANSACTION_TYPE_SOLANA'],
  HASH_FUNCTION_NO_OP: [],
};

/**
 * Finds out whether bytes are a transaction: a signature over them would make it valid, past everything that looks at
 * transactions.
 * @param signerOn the key as each chain knows it
 * @returns the chain and what the transaction does; null where it is none
 */
export function hiddenTransaction(
  bytes: Uint8Array,
  hashFunction: HashFunction,
  signerOn: (chain: Chain) => Signer | undefined,
): { readonly chain: Chain; readonly reading: TransactionReading } | null {
  for (const type of HASHED_LIKE[hashFunction]) {
    const chain = chainOf(type);
    try {
      const hex = toHex(type === 'TRANSACTION_TYPE_SOLANA' ? withEmptySignatures(bytes) : bytes);
      return { chain, reading: chain.read(hex, signerOn(chain)) };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
    }
  }
  return null;
}

const SIGNATURE_BYTES = 64;

/** A Solana message as a transaction: as many empty signatures before it as its header asks for. */
function withEmptySignatures(message: Uint8Array): Uint8Array {
  const isVersioned = ((message[0] ?? 0) & 0x80) !== 0;
  const count = message[isVersioned ? 1 : 0] ?? 0;
  const head = new Uint8Array(1 + count * SIGNATURE_BYTES + message.length);
  // Counts above 127 take two bytes, and fit into no transaction.
  head[0] = count & 0x7f;
  head.set(message, 1 + count * SIGNATURE_BYTES);
  return head;
}
