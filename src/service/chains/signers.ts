import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { bitcoinSigner } from './bitcoin.ts';
import { signEthereumTransaction } from './ethereum.ts';
import { tempoSigner } from './tempo.ts';
import { tronSigner } from './tron.ts';
import { signSolanaTransaction } from './solana.ts';
import type { TransactionSigner } from './transaction-signer.ts';

/** Every chain that is signed for. */
const SIGNERS: Readonly<Record<TransactionType, TransactionSigner>> = {
  TRANSACTION_TYPE_ETHEREUM: {
    curve: 'CURVE_SECP256K1',
    sign: (unsignedTransaction, { privateKey }) => signEthereumTransaction(unsignedTransaction, privateKey),
  },
  TRANSACTION_TYPE_TEMPO: tempoSigner,
  TRANSACTION_TYPE_TRON: tronSigner,
  TRANSACTION_TYPE_BITCOIN: bitcoinSigner,
  TRANSACTION_TYPE_SOLANA: { curve: 'CURVE_ED25519', sign: signSolanaTransaction },
};

/** How a transaction type is signed. */
export const transactionSignerOf = (type: TransactionType): TransactionSigner => SIGNERS[type];
