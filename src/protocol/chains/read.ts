import type { TransactionType } from '../catalogue/sign-transaction.ts';
import type { Signer } from './chain.ts';
import { chainOf } from './chains.ts';
import type { ContractInterfaces } from './ethereum/interfaces/contract-interfaces.ts';
import type { TransactionReading } from './reading.ts';

/** What is known about a transaction apart from its bytes. */
export interface ReadingContext {
  /** The key that is to sign. */
  readonly from?: Signer;
  /** Interfaces of contracts that the operator brought along. */
  readonly interfaces?: ContractInterfaces;
}

/**
 * Reads what an unsigned transaction does.
 * @param unsignedTransaction as `sign_transaction` takes it for the type
 * @throws ProtocolError what is wrong with it
 */
export const readTransaction = (
  type: TransactionType,
  unsignedTransaction: string,
  context: ReadingContext = {},
): TransactionReading => chainOf(type).read(unsignedTransaction, context.from, context.interfaces);
