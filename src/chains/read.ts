import type { TransactionType } from '#protocol/catalogue/signing.ts';
import type { DecodeContext, Signer } from './chain.ts';
import { chainOf } from './chains.ts';
import type { DecodedTransaction } from './decoded.ts';

/** What is known about a transaction apart from its bytes. */
export interface ReadingContext extends DecodeContext {
  /** The key that is to sign. */
  readonly from?: Signer;
}

/**
 * Reads what an unsigned transaction does.
 * @param unsignedTransaction as `sign_transaction` takes it for the type
 * @throws AppError what is wrong with it
 */
export const readTransaction = (
  type: TransactionType,
  unsignedTransaction: string,
  { from, ...known }: ReadingContext = {},
): DecodedTransaction => chainOf(type).read(unsignedTransaction, from, known);
