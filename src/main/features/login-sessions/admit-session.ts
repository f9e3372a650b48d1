import { timestampMs } from '#protocol/activity.ts';
import { getApiKeys } from '#protocol/catalogue/api-keys.ts';
import { whoami } from '#protocol/catalogue/users.ts';
import type { Client, Target } from '../../service-client/client.ts';
import { apiKeyStamper } from '../../service-client/request-parts.ts';
import type { StoredLoginSession } from '../../storage/login-sessions.ts';
import type { Vault } from '../../vault/vault.ts';
import { loginError } from './errors.ts';
import type { ReceivedSession } from './receive-session.ts';

/** Whom the service takes a session for, and until when. */
export interface AdmittedSession extends Pick<
  StoredLoginSession,
  'publicKey' | 'organizationId' | 'organizationName' | 'userId' | 'username'
> {
  /** By the service's clock, in ms. */
  readonly serviceEndMs: number;
}

/**
 * Puts a session's key into the keychain and asks the service, as the session, who that is and how long it lasts. When it
 * is not whom it should be, the key is destroyed again.
 * @throws AppError `SESSION_MISMATCH`, `SESSION_NOT_LISTED`; ServiceError; KeychainError
 */
export async function admitSession(
  parts: { readonly vault: Vault; readonly client: Client },
  address: Omit<Target, 'stamper'>,
  received: ReceivedSession,
): Promise<AdmittedSession> {
  const { vault, client } = parts;
  const publicKey = await vault.keep('API_KEY_CURVE_P256', received.key);
  try {
    const stamper = apiKeyStamper(publicKey, () => vault.signer(publicKey, 'API_KEY_CURVE_P256'));
    const target: Target = { ...address, stamper };
    const who = await client.query(target, whoami, {});
    if (who.userId !== received.userId || who.organizationId !== address.organizationId) {
      throw loginError('SESSION_MISMATCH.admitted');
    }
    const { organizationId, organizationName, userId, username } = who;
    const serviceEndMs = received.serviceEndMs ?? (await endOf(client, target, publicKey, userId));
    return { publicKey, organizationId, organizationName, userId, username, serviceEndMs };
  } catch (error) {
    await vault.forget(publicKey);
    throw error;
  }
}

/** When the service's own record says that a key ends. */
async function endOf(client: Client, target: Target, publicKey: string, userId: string): Promise<number> {
  const { apiKeys } = await client.query(target, getApiKeys, { userId });
  const record = apiKeys.find(({ credential }) => credential.publicKey === publicKey);
  const createdMs = record === undefined ? undefined : timestampMs(record.createdAt);
  const seconds = Number(record?.expirationSeconds ?? Number.NaN);
  if (createdMs !== undefined && Number.isFinite(seconds)) return createdMs + seconds * 1000;
  throw loginError('SESSION_NOT_LISTED');
}
