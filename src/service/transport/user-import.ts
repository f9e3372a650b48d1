import type { Secret } from '../../protocol/secret.ts';
import type { EffectContext } from '../activities/effect.ts';
import { invalidField, ServiceError } from '../service-error.ts';
import { deleteImportTarget, openTargetsOfUser } from '../storage/import-targets.ts';
import { findUser } from '../storage/users.ts';
import { isMalformed, makeTarget, openWithTarget } from './import-target.ts';

type Purpose = 'wallet' | 'private-key';

/** How many imports of one kind a user can have begun; the oldest makes room. */
const MOST_OPEN = 10;
const FIELD = 'parameters.encryptedBundle';

/**
 * Begins a user's import of a wallet or private key.
 * @returns the import bundle
 * @throws ServiceError NOT_FOUND for a user that is not there
 */
export async function beginImport(context: EffectContext, purpose: Purpose, userId: string): Promise<string> {
  const { store, caller, now } = context;
  await requireUser(context, userId);
  const open = await openTargetsOfUser(store, caller.organizationId, purpose, userId, now);
  for (const { public_key } of open.slice(MOST_OPEN - 1)) await deleteImportTarget(store, public_key);
  return makeTarget(context, purpose, userId);
}

/**
 * Opens what a user imports and ends the target that it was sealed to. The message does not name its target, so each of
 * the user's open ones is tried.
 * @throws ServiceError NOT_FOUND for a user that is not there, REQUEST_INVALID for a message that none of them opens
 */
export async function receiveImport(
  context: EffectContext,
  purpose: Purpose,
  userId: string,
  encryptedBundle: string,
): Promise<Secret> {
  const { store, caller, now } = context;
  await requireUser(context, userId);
  const open = await openTargetsOfUser(store, caller.organizationId, purpose, userId, now);
  if (open.length === 0) {
    throw invalidField(FIELD, 'this user has no open import: none was begun, or it was used, or it expired');
  }
  try {
    for (const target of open) {
      const plaintext = await openWithTarget(context, target, encryptedBundle);
      if (plaintext === undefined) continue;
      await deleteImportTarget(store, target.public_key);
      return plaintext;
    }
  } catch (error) {
    throw isMalformed(error) ? invalidField(FIELD, error.message, { cause: error }) : error;
  }
  throw invalidField(FIELD, 'does not open with the key of any open import of this user');
}

async function requireUser({ store, caller }: EffectContext, userId: string): Promise<void> {
  if ((await findUser(store, caller.organizationId, userId)) !== undefined) return;
  throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no user found with the ID ${userId}`);
}
