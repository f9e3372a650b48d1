import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { parseBitcoin } from './bitcoin/transaction.ts';
import { parseUnsigned } from './ethereum/parse.ts';
import { parseTransaction } from './solana/parse.ts';
import { parseTempo } from './tempo/transaction.ts';
import { parseTron } from './tron/transaction.ts';
import { fromHex } from '#protocol/encoding.ts';
import { addressOf } from './addresses/address-of.ts';
import { bitcoinValues } from './bitcoin/policy-values.ts';
import { ethereumValues } from './ethereum/policy-values.ts';
import { solanaValues } from './solana/policy-values.ts';
import { tempoValues } from './tempo/policy-values.ts';
import { tronValues } from './tron/policy-values.ts';
import type { Struct } from '#protocol/policies/value.ts';

/** What is to be signed, and by which key. */
export interface AskedTransaction {
  readonly unsignedTransaction: string;
  readonly signWith: string;
  /** Hex; compressed for secp256k1. */
  readonly publicKey: string;
}

/**
 * The keyword of each chain, with its values. Apart from the registry of chains: the service asks this alone, and would
 * load every reader of calls for it before it is ready.
 */
const VALUES: Readonly<Record<TransactionType, (asked: AskedTransaction) => Struct>> = {
  TRANSACTION_TYPE_ETHEREUM: (asked) => ({
    eth: ethereumValues(parseUnsigned(asked.unsignedTransaction), ethereumAddress(asked)),
  }),
  TRANSACTION_TYPE_SOLANA: ({ unsignedTransaction }) => ({
    solana: solanaValues(parseTransaction(unsignedTransaction)),
  }),
  TRANSACTION_TYPE_TRON: ({ unsignedTransaction }) => ({ tron: tronValues(parseTron(unsignedTransaction)) }),
  TRANSACTION_TYPE_BITCOIN: ({ unsignedTransaction, signWith }) => ({
    bitcoin: bitcoinValues(parseBitcoin(unsignedTransaction), signWith),
  }),
  TRANSACTION_TYPE_TEMPO: (asked) => ({
    tempo: tempoValues(parseTempo(asked.unsignedTransaction), ethereumAddress(asked)),
  }),
};

const ethereumAddress = ({ publicKey }: AskedTransaction): string =>
  addressOf('ADDRESS_FORMAT_ETHEREUM', 'CURVE_SECP256K1', fromHex(publicKey));

/**
 * What conditions see of a transaction.
 * @throws AppError when it cannot be read
 */
export const valuesOfTransaction = (type: TransactionType, asked: AskedTransaction): Struct =>
  VALUES[type](asked);
