import { AppError } from '../../protocol/error.ts';
import { encodeTransaction } from './encode.ts';
import type { SolanaTransaction } from './transaction.ts';

/**
 * Which of a transaction's signatures an account makes.
 * @throws AppError `SIGNER_NOT_IN_TRANSACTION`
 */
export function slotOf({ accounts }: SolanaTransaction, address: string): number {
  const slot = accounts.findIndex((account) => account.isSigner && account.address === address);
  if (slot !== -1) return slot;
  throw new AppError(
    'SIGNER_NOT_IN_TRANSACTION',
    `The transaction does not ask for a signature of ${address}.`,
    'Sign with a key that the transaction names as a signer, or build it for this key.',
  );
}

/** The transaction with a signature of 64 bytes in a slot, serialised; every other byte stays. */
export const assembleSigned = (tx: SolanaTransaction, slot: number, signature: Uint8Array): Uint8Array =>
  encodeTransaction({ ...tx, signatures: tx.signatures.with(slot, signature) });
