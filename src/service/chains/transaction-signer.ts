import type { KeyCurve } from '#protocol/keys/curve.ts';
import type { Secret } from '#protocol/secret.ts';

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
