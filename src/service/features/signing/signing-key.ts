import { z } from 'zod';
import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { featureError } from '../errors.ts';
import { findPrivateKeyByAddress } from '../../storage/private-keys.ts';
import { findRow } from '../../storage/rows.ts';
import { findWalletAccountByAddress } from '../../storage/wallet-accounts.ts';
import { openAccountKey } from '../wallets/account-key.ts';

/** The key that a request names to be signed with. */
export interface SigningKey {
  readonly curve: KeyCurve;
  /** Hex; compressed for the ECDSA curves. */
  readonly publicKey: string;
  /** The private key: 32 bytes, to be wiped by whoever asked. */
  readonly open: () => Promise<Secret>;
}

const uuid = z.uuid().toLowerCase();

/**
 * Finds the key of `signWith`: a private key's id or address, or a wallet account's address (specification,
 * "sign_transaction").
 * @throws ServiceError NOT_FOUND
 */
export async function findSigningKey(
  { store, caller, storageKey }: Pick<SubmitContext, 'store' | 'caller' | 'storageKey'>,
  signWith: string,
): Promise<SigningKey> {
  const { organizationId } = caller;
  const id = uuid.safeParse(signWith).data;
  const key =
    id === undefined
      ? await findPrivateKeyByAddress(store, organizationId, signWith)
      : await findRow(store, 'private_key', organizationId, id);
  if (key !== undefined) {
    return {
      curve: key.curve,
      publicKey: key.public_key,
      open: () => Promise.resolve(storageKey.open(key.sealed_key, key.id)),
    };
  }
  const account = await findWalletAccountByAddress(store, organizationId, signWith);
  if (account !== undefined) {
    return {
      curve: account.curve,
      publicKey: account.public_key,
      open: () => openAccountKey(store, storageKey, account),
    };
  }
  throw featureError('NOT_FOUND.signWith', { field: 'parameters.signWith', signWith });
}
