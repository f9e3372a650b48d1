import type { TransactionType } from '../catalogue/sign-transaction.ts';
import type { Chain } from './chain.ts';
import { bitcoin } from './bitcoin/chain.ts';
import { ethereum } from './ethereum/chain.ts';
import { solana } from './solana/chain.ts';
import { tempo } from './tempo/chain.ts';
import { tron } from './tron/chain.ts';

const CHAINS: Readonly<Record<TransactionType, Chain>> = {
  TRANSACTION_TYPE_ETHEREUM: ethereum,
  TRANSACTION_TYPE_SOLANA: solana,
  TRANSACTION_TYPE_TRON: tron,
  TRANSACTION_TYPE_BITCOIN: bitcoin,
  TRANSACTION_TYPE_TEMPO: tempo,
};

/** The chain of a transaction type. */
export const chainOf = (type: TransactionType): Chain => CHAINS[type];
