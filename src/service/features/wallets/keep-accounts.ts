import { randomUUID } from 'node:crypto';
import { addressOf } from '#chains/addresses/address-of.ts';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { fromHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { derivePrivateKey } from '#protocol/keys/derivation/derive.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { asInvalidField } from '../../errors.ts';
import { hasWalletAccount, insertWalletAccount } from '../../storage/signing-keys.ts';
import { featureError } from '../errors.ts';

/** An account's public side. `publicKey` is hex, compressed for the ECDSA curves. */
interface DerivedAccount {
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

/**
 * Derives and keeps accounts of a wallet.
 * @returns their addresses, in order
 * @throws ServiceError REQUEST_INVALID for an account that cannot be derived or is there already
 */
export async function keepAccounts(
  { store, caller, now }: SubmitContext,
  walletId: string,
  seed: Secret,
  accounts: readonly WalletAccountParameters[],
): Promise<string[]> {
  const addresses = [];
  for (const [index, wanted] of accounts.entries()) {
    const field = `parameters.accounts.${index}`;
    const { publicKey, address } = deriveAccount(seed, wanted, field);
    const account = {
      id: randomUUID(),
      organization_id: caller.organizationId,
      wallet_id: walletId,
      name: wanted.name ?? null,
      curve: wanted.curve,
      path_format: wanted.pathFormat,
      path: wanted.path,
      address_format: wanted.addressFormat,
      address,
      public_key: publicKey,
      created_at: now,
      updated_at: now,
    };
    if (await hasWalletAccount(store, account)) {
      throw featureError('REQUEST_INVALID.accountTaken', { field });
    }
    await insertWalletAccount(store, account);
    addresses.push(address);
  }
  return addresses;
}
