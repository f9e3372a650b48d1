import { randomBytes, randomUUID } from 'node:crypto';
import { makeCredentialBundle } from '#protocol/bundle/credential.ts';
import { toHex } from '#protocol/encoding.ts';
import { compressP256, generateP256KeyPair, P256_RANDOM_LENGTH } from '#protocol/p256-key.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { timeText } from '../../engine/record.ts';
import { asInvalidField } from '../../errors.ts';
import type { SessionKind } from '../../storage/credentials-schema.ts';
import { insertRow } from '../../storage/rows.ts';
import { deleteSessionKeys, makeRoomForExpiringKey } from '../../storage/session-keys.ts';
import { DEFAULT_SESSION_SECONDS } from './default-session.ts';

/** A session whose key the service makes. */
interface WantedSession {
  readonly userId: string;
  readonly kind: SessionKind;
  /** What the name of the API key begins with where the request gives none. */
  readonly defaultName: string;
  readonly parameters: {
    readonly targetPublicKey: string;
    readonly apiKeyName?: string | null | undefined;
    readonly expirationSeconds?: string | null | undefined;
    readonly invalidateExisting?: boolean | null | undefined;
  };
}

/**
 * Makes a P-256 key, gives it to a user as an expiring API key, and seals it to the client. The service does not keep it.
 * @throws ServiceError REQUEST_INVALID for a target key that is no point of P-256
 */
export async function openSession(
  { store, caller, now }: SubmitContext,
  { userId, kind, defaultName, parameters }: WantedSession,
): Promise<{ apiKeyId: string; credentialBundle: string }> {
  const key = generateP256KeyPair(new Uint8Array(randomBytes(P256_RANDOM_LENGTH)));
  try {
    const credentialBundle = await makeCredentialBundle(key.privateKey, parameters.targetPublicKey).catch(
      (cause: unknown) => {
        throw asInvalidField(cause, 'parameters.targetPublicKey');
      },
    );
    if (parameters.invalidateExisting === true) await deleteSessionKeys(store, userId, kind);
    await makeRoomForExpiringKey(store, userId, now);
    const apiKeyId = randomUUID();
    const seconds = parameters.expirationSeconds ?? DEFAULT_SESSION_SECONDS;
    await insertRow(store, 'api_key', {
      id: apiKeyId,
      organization_id: caller.organizationId,
      user_id: userId,
      name: parameters.apiKeyName ?? `${defaultName} - ${timeText(now)}`,
      public_key: toHex(compressP256(key.publicKey, 'session key')),
      curve: 'API_KEY_CURVE_P256',
      expiration_seconds: seconds,
      expires_at: now + Number(seconds) * 1000,
      created_at: now,
      updated_at: now,
    });
    await insertRow(store, 'session_key', { api_key_id: apiKeyId, kind, session_profile_id: null });
    return { apiKeyId, credentialBundle };
  } finally {
    key.privateKey.wipe();
  }
}
