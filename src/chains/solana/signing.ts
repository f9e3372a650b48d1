import { encodeTransaction } from './encode.ts';
import { solanaError } from './errors.ts';
import type { SolanaTransaction } from './transaction.ts';

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
