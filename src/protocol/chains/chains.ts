import type { TransactionType } from '../catalogue/sign-transaction.ts';
import type { Chain } from './chain.ts';
import { bitcoin } from './bitcoin/chain.ts';
import { ethereum } from './ethereum/chain.ts';
import { withLookAlikeWarnings } from './look-alike-warnings.ts';
import { solana } from './solana/chain.ts';
import { tempo } from './tempo/chain.ts';
import { tron } from './tron/chain.ts';

const CHAINS: Readonly<Record<TransactionType, Chain>> = {
  TRANSACTION_TYPE_ETHEREUM: withLookAlikeWarnings(ethereum),
  TRANSACTION_TYPE_SOLANA: withLookAlikeWarnings(solana),
  TRANSACTION_TYPE_TRON: withLookAlikeWarnings(tron),
  TRANSACTION_TYPE_BITCOIN: withLookAlikeWarnings(bitcoin),
  TRANSACTION_TYPE_TEMPO: withLookAlikeWarnings(tempo),
};

/** The chain of a transaction type. */
export const chainOf = (type: TransactionType): Chain => CHAINS[type];
