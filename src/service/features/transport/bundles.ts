import { randomBytes } from 'node:crypto';
import { openClientMessage } from '#protocol/bundle/client-message.ts';
import { makeExportBundle } from '#protocol/bundle/import-export.ts';
import { makeImportBundle } from '#protocol/bundle/import-bundle.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { P256_RANDOM_LENGTH, generateP256KeyPair } from '#protocol/p256-key.ts';
import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { asInvalidField } from '../../errors.ts';
import { deleteWhere, insertRow } from '../../storage/rows.ts';
import type { ImportTargetRow } from '../../storage/schema.ts';
import { featureError } from '../errors.ts';
import { forgetTargets, openTargetsOfUser } from './store.ts';

type Importing = Omit<SubmitContext, 'prepared'>;

/**
 * Seals what leaves the service to the client's key, signed by the enclave for the caller's organization.
 * @param field where the target key stands in the request, for errors
 * @throws ServiceError REQUEST_INVALID when the target key is no point of P-256
 */
export async function sealForExport(
  { caller, enclaveKeys }: Importing,
  plaintext: Secret,
  targetPublicKey: string,
  field: string,
): Promise<string> {
  try {
    return await makeExportBundle({
      plaintext,
      targetPublicKey,
      organizationId: caller.organizationId,
      quorumSignKey: enclaveKeys.enclave.sign.privateKey,
    });
  } catch (error) {
    throw asInvalidField(error, field, ['PUBLIC_KEY_INVALID']);
  }
}

/** How long a target can be used: as long as an import may wait for its votes (docs/decisions/043). */
const LIFE_MS = 24 * 60 * 60 * 1000;

/** A key of one use that a client seals to. */
export interface NewTarget {
  /** Uncompressed, hex. */
  readonly publicKey: string;
  readonly privateKey: Secret;
  /** The enclave-signed message that names it. */
  readonly message: string;
}

/**
 * Makes a key of one use.
 * @param userId whose import it is; none for secrets
 */
export function newTarget({ caller, enclaveKeys }: Importing, userId?: string): NewTarget {
  const { organizationId } = caller;
  const pair = generateP256KeyPair(new Uint8Array(randomBytes(P256_RANDOM_LENGTH)));
  const publicKey = toHex(pair.publicKey);
  const message = makeImportBundle(
    { targetPublicKey: publicKey, organizationId, userId },
    enclaveKeys.enclave.sign.privateKey,
  );
  return { publicKey, privateKey: pair.privateKey, message };
}

/** Keeps the private half of a new target sealed. */
export async function keepTarget(
  { store, caller, keyRing, now }: SubmitContext,
  { publicKey, privateKey }: NewTarget,
  purpose: ImportTargetRow['purpose'],
  userId?: string,
): Promise<void> {
  const named = { public_key: publicKey, organization_id: caller.organizationId };
  await insertRow(store, 'import_target', {
    ...named,
    purpose,
    user_id: userId ?? null,
    ...keyRing.seal('import_target', named, { sealed_key: privateKey }),
    expires_at: now + LIFE_MS,
    begun_by: caller.userId,
  });
}

/**
 * Opens a client's message with the key of a target.
 * @returns the plaintext, or undefined when it was sealed to another key or was changed
 * @throws AppError `CLIENT_MESSAGE_MALFORMED`, `PUBLIC_KEY_INVALID`
 */
export async function openWithTarget(
  { keyRing }: Pick<SubmitContext, 'keyRing'>,
  target: ImportTargetRow,
  message: string,
): Promise<Secret | undefined> {
  const key = keyRing.open('import_target', target, 'sealed_key');
  try {
    return await openClientMessage(message, key);
  } catch (error) {
    if (error instanceof AppError && error.code === 'HPKE_OPEN_FAILED') return undefined;
    throw error;
  } finally {
    key.wipe();
  }
}

/** The codes of errors that are about the message, rather than about the service. */
export const MALFORMED = ['CLIENT_MESSAGE_MALFORMED', 'PUBLIC_KEY_INVALID'] as const;

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
  const { store, caller } = context;
  await requireRow(context, 'user', userId);
  const open = await openTargetsOfUser(context, purpose, userId);
  // Nobody ends an import that another user began.
  const own = open.filter(({ begun_by }) => begun_by === caller.userId);
  for (const { public_key } of own.slice(MOST_OPEN - 1))
    await deleteWhere(store, 'import_target', { public_key });
  await forgetTargets(store, context.now);
  const target = newTarget(context, userId);
  try {
    await keepTarget(context, target, purpose, userId);
    return target.message;
  } finally {
    target.privateKey.wipe();
  }
}

/**
 * Opens what a user imports and ends the target that it was sealed to.
 * @throws ServiceError as `openImport`
 */
export async function receiveImport(
  context: SubmitContext,
  purpose: Purpose,
  userId: string,
  encryptedBundle: string,
): Promise<Secret> {
  const { plaintext, target } = await openImport(context, purpose, userId, encryptedBundle);
  await endImport(context, target);
  return plaintext;
}

/**
 * Ends a target: what was sealed to it is imported once.
 * @throws ServiceError REQUEST_INVALID when it has ended meanwhile
 */
export async function endImport({ store }: Importing, { public_key }: ImportTargetRow): Promise<void> {
  if (!(await deleteWhere(store, 'import_target', { public_key })))
    throw featureError('REQUEST_INVALID.importKey', { field: FIELD });
}

/**
 * Opens what a user imports. The message does not name its target, so each of the user's open ones is tried.
 * @returns it with its target, which has to be ended where it is kept
 * @throws ServiceError NOT_FOUND for a user that is not there, REQUEST_INVALID for a message that none of them opens
 */
export async function openImport(
  context: Importing,
  purpose: Purpose,
  userId: string,
  encryptedBundle: string,
): Promise<{ readonly plaintext: Secret; readonly target: ImportTargetRow }> {
  const { caller } = context;
  await requireRow(context, 'user', userId);
  const open = await openTargetsOfUser(context, purpose, userId);
  if (open.length === 0) {
    throw featureError('REQUEST_INVALID.importNone', { field: FIELD });
  }
  try {
    for (const target of ownFirst(open, caller.userId)) {
      const plaintext = await openWithTarget(context, target, encryptedBundle);
      if (plaintext !== undefined) return { plaintext, target };
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
