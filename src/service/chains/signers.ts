import type { TransactionType } from '../../protocol/catalogue/sign-transaction.ts';
import type { Secret } from '../../protocol/secret.ts';
import type { KeyCurve } from '../../protocol/keys/curve.ts';
import { bitcoinSigner } from './bitcoin.ts';
import { signEthereumTransaction } from './ethereum.ts';
import { tempoSigner } from './tempo.ts';
import { tronSigner } from './tron.ts';
import { signSolanaTransaction } from './solana.ts';

/** The key that signs a transaction. */
export interface TransactionKey {
  /** 32 bytes; wiped by whoever opened it. */
  readonly privateKey: Secret;
  /** Hex; compressed for the ECDSA curves. */
  readonly publicKey: string;
  /** What the request named: an address, or a private key's id. */
  readonly signWith: string;
}

/** How transactions of one chain are signed. */
export interface TransactionSigner {
  readonly curve: KeyCurve;
  /**
   * Signs, and gives what the published API returns for the chain.
   * @throws AppError when the transaction cannot be read, or is not for this key
   */
  sign(unsignedTransaction: string, key: TransactionKey): string | Promise<string>;
}

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
