import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { asInvalidField } from '../../errors.ts';
import { featureError } from '../errors.ts';
import { openTargetsOfUser } from './store.ts';
import { deleteWhere } from '../../storage/rows.ts';
import type { ImportTargetRow } from '../../storage/wallets-schema.ts';
import { MALFORMED, makeTarget, openWithTarget } from './import-target.ts';
import { requireRow } from '../../engine/require-row.ts';

type Purpose = 'wallet' | 'private-key';

/** How many imports of one kind each asker can have begun for a user; the asker's oldest makes room. */
const MOST_OPEN = 10;
const FIELD = 'parameters.encryptedBundle';

/**
 * Begins a user's import of a wallet or private key.
 * @returns the import bundle
 * @throws ServiceError NOT_FOUND for a user that is not there
 */
export async function beginImport(context: SubmitContext, purpose: Purpose, userId: string): Promise<string> {
  const { store, caller, now } = context;
  await requireRow(context, 'user', userId);
  const open = await openTargetsOfUser(store, caller.organizationId, purpose, userId, now);
  // Nobody ends an import that another user began.
  const own = open.filter(({ begun_by }) => begun_by === caller.userId);
  for (const { public_key } of own.slice(MOST_OPEN - 1))
    await deleteWhere(store, 'import_target', { public_key });
  return makeTarget(context, purpose, userId);
}

/**
 * Opens what a user imports and ends the target that it was sealed to. The message does not name its target, so each of
 * the user's open ones is tried.
 * @throws ServiceError NOT_FOUND for a user that is not there, REQUEST_INVALID for a message that none of them opens
 */
export async function receiveImport(
  context: SubmitContext,
  purpose: Purpose,
  userId: string,
  encryptedBundle: string,
): Promise<Secret> {
  const { store, caller, now } = context;
  await requireRow(context, 'user', userId);
  const open = await openTargetsOfUser(store, caller.organizationId, purpose, userId, now);
  if (open.length === 0) {
    throw featureError('REQUEST_INVALID.importNone', { field: FIELD });
  }
  try {
    for (const target of ownFirst(open, caller.userId)) {
      const plaintext = await openWithTarget(context, target, encryptedBundle);
      if (plaintext === undefined) continue;
      await deleteWhere(store, 'import_target', { public_key: target.public_key });
      return plaintext;
    }
  } catch (error) {
    throw asInvalidField(error, FIELD, MALFORMED);
  }
  throw featureError('REQUEST_INVALID.importKey', { field: FIELD });
}

/** The caller's own targets before those that others began, so that these cost the caller nothing. */
const ownFirst = (open: readonly ImportTargetRow[], userId: string): ImportTargetRow[] => [
  ...open.filter(({ begun_by }) => begun_by === userId),
  ...open.filter(({ begun_by }) => begun_by !== userId),
];
