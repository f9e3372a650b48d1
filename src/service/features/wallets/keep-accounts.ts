import { randomUUID } from 'node:crypto';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import type { Secret } from '#protocol/secret.ts';
import type { PrepareContext, SubmitContext } from '../../engine/operation-handler.ts';
import { asInvalidField } from '../../errors.ts';
import { ItemError, type PublicSide } from '../../keys/key-work.ts';
import { hasWalletAccount, insertWalletAccount } from '../../storage/signing-keys.ts';
import { featureError } from '../errors.ts';

const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  PATH_INVALID: 'path',
  DERIVATION_FAILED: 'path',
  ADDRESS_FORMAT_CURVE_MISMATCH: 'addressFormat',
};

/**
 * Derives accounts of a wallet, in threads.
 * @throws ServiceError REQUEST_INVALID when a path is none, or a format does not exist for its curve
 */
export async function deriveAccounts(
  { keyThreads }: Pick<PrepareContext, 'keyThreads'>,
  seed: Secret,
  accounts: readonly WalletAccountParameters[],
): Promise<readonly PublicSide[]> {
  try {
    return await keyThreads.accounts(seed, accounts);
  } catch (error) {
    if (!(error instanceof ItemError)) throw error;
    const { code } = error.cause as { readonly code?: string };
    const member = FIELD_OF_CODE[code ?? ''];
    if (member === undefined) throw error.cause;
    throw asInvalidField(error.cause, `parameters.accounts.${error.index}.${member}`);
  }
}

/**
 * Keeps accounts of a wallet.
 * @param derived their public sides, in order
 * @returns their addresses, in order
 * @throws ServiceError REQUEST_INVALID for an account that is there already
 */
export async function keepAccounts(
  { store, caller, now }: SubmitContext,
  walletId: string,
  accounts: readonly WalletAccountParameters[],
  derived: readonly PublicSide[],
): Promise<string[]> {
  const addresses = [];
  for (const [index, wanted] of accounts.entries()) {
    const { publicKey, address } = accountOf(derived, index);
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
      throw featureError('REQUEST_INVALID.accountTaken', { field: `parameters.accounts.${index}` });
    }
    await insertWalletAccount(store, account);
    addresses.push(address);
  }
  return addresses;
}

/** The public key and the one address of an account that was derived. */
export function accountOf(
  derived: readonly PublicSide[],
  index: number,
): { readonly publicKey: string; readonly address: string } {
  const side = derived[index];
  const address = side?.addresses[0];
  if (side === undefined || address === undefined) throw new Error('An account was not derived.');
  return { publicKey: side.publicKey, address };
}
