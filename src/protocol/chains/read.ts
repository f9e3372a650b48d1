import type { TransactionType } from '../catalogue/sign-transaction.ts';
import { ProtocolError } from '../error.ts';
import { readEthereum } from './ethereum/read-ethereum.ts';
import type { TransactionReading } from './reading.ts';

/** What is known about a transaction apart from its bytes. */
export interface ReadingContext {
  /** The key that is to sign: its address on the chain, and the name that the operator gave it. */
  readonly from?: { readonly address: string; readonly name?: string };
}

/**
 * Reads what an unsigned transaction does.
 * @param unsignedTransaction as `sign_transaction` takes it for the type
 * @throws ProtocolError `TRANSACTION_TYPE_NOT_READ` for chains whose reading is not there yet, or what is wrong with it
 */
export function readTransaction(
  type: TransactionType,
  unsignedTransaction: string,
  context: ReadingContext = {},
): TransactionReading {
  if (type === 'TRANSACTION_TYPE_ETHEREUM') return readEthereum(unsignedTransaction, context.from);
  const chain = type.replace('TRANSACTION_TYPE_', '').toLowerCase();
  throw new ProtocolError(
    'TRANSACTION_TYPE_NOT_READ',
    `A ${chain} transaction is not yet read by this console.`,
    'Choose Ethereum, or wait for a version that reads it.',
  );
}
