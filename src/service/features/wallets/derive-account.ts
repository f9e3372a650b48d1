import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { fromHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { Secret } from '#protocol/secret.ts';
import { addressOf } from '#chains/addresses/address-of.ts';
import { derivePrivateKey } from '#protocol/keys/derivation/derive.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import { asInvalidField } from '../../errors.ts';

/** An account's public side. `publicKey` is hex, compressed for the ECDSA curves. */
export interface DerivedAccount {
  readonly publicKey: string;
  readonly address: string;
}

const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  PATH_INVALID: 'path',
  DERIVATION_FAILED: 'path',
  ADDRESS_FORMAT_CURVE_MISMATCH: 'addressFormat',
};

/**
 * Derives an account of a wallet.
 * @param field where the account stands in the request, for errors
 * @throws ServiceError REQUEST_INVALID when the path is none, or the format does not exist for the curve
 */
export function deriveAccount(seed: Secret, account: WalletAccountParameters, field: string): DerivedAccount {
  try {
    const privateKey = derivePrivateKey(account.curve, seed, account.path);
    try {
      const publicKey = publicKeyOf(account.curve, privateKey);
      return { publicKey, address: addressOf(account.addressFormat, account.curve, fromHex(publicKey)) };
    } finally {
      privateKey.wipe();
    }
  } catch (error) {
    const member = error instanceof AppError ? FIELD_OF_CODE[error.code] : undefined;
    throw member === undefined ? error : asInvalidField(error, `${field}.${member}`);
  }
}
