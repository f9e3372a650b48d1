import { randomBytes } from 'node:crypto';
import { openClientMessage } from '#protocol/bundle/client-message.ts';
import { makeImportBundle } from '#protocol/bundle/import.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { generateP256KeyPair, P256_RANDOM_LENGTH } from '#protocol/p256-key.ts';
import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { insertImportTarget } from './store.ts';
import type { ImportTargetRow } from '../../storage/wallets-schema.ts';

/** How long a target can be used: as long as an import may wait for its votes (docs/decisions/043). */
const LIFE_MS = 24 * 60 * 60 * 1000;

/**
 * Makes a key of one use that a client seals to, and keeps its private half sealed.
 * @param userId whose import it is; none for secrets
 * @returns the enclave-signed message that names it
 */
export async function makeTarget(
  { store, caller, storageKey, enclaveKeys, now }: SubmitContext,
  purpose: ImportTargetRow['purpose'],
  userId?: string,
): Promise<string> {
  const { organizationId } = caller;
  const pair = generateP256KeyPair(new Uint8Array(randomBytes(P256_RANDOM_LENGTH)));
  const publicKey = toHex(pair.publicKey);
  try {
    const target: ImportTargetRow = {
      public_key: publicKey,
      organization_id: organizationId,
      purpose,
      user_id: userId ?? null,
      sealed_key: pair.privateKey.use((key) => storageKey.seal(key, publicKey)),
      expires_at: now + LIFE_MS,
      begun_by: caller.userId,
    };
    await insertImportTarget(store, target, now);
    return makeImportBundle(
      { targetPublicKey: publicKey, organizationId, userId },
      enclaveKeys.enclave.sign.privateKey,
    );
  } finally {
    pair.privateKey.wipe();
  }
}

/**
 * Opens a client's message with the key of a target.
 * @returns the plaintext, or undefined when it was sealed to another key or was changed
 * @throws AppError `CLIENT_MESSAGE_MALFORMED`, `PUBLIC_KEY_INVALID`
 */
export async function openWithTarget(
  { storageKey }: SubmitContext,
  target: ImportTargetRow,
  message: string,
): Promise<Secret | undefined> {
  const key = storageKey.open(target.sealed_key, target.public_key);
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
