import type { TransactionType } from '../catalogue/sign-transaction.ts';
import { ProtocolError } from '../error.ts';
import type { Chain } from './chain.ts';
import { ethereum } from './ethereum/chain.ts';
import { solana } from './solana/chain.ts';
import { tempo } from './tempo/chain.ts';
import { tron } from './tron/chain.ts';

/** Every chain that is read here. */
const CHAINS: readonly Chain[] = [ethereum, solana, tron, tempo];

/** The chain of a transaction type. @throws ProtocolError `TRANSACTION_TYPE_NOT_READ` */
export function chainOf(type: TransactionType): Chain {
  const chain = CHAINS.find((each) => each.type === type);
  if (chain !== undefined) return chain;
  const name = type.replace('TRANSACTION_TYPE_', '').toLowerCase();
  throw new ProtocolError(
    'TRANSACTION_TYPE_NOT_READ',
    `A ${name} transaction is not yet read by this console.`,
    'Choose another chain, or wait for a version that reads it.',
  );
}
