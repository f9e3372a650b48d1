import { randomBytes, randomUUID } from 'node:crypto';
import { makeCredentialBundle } from '#protocol/bundle/credential-bundle.ts';
import { toHex } from '#protocol/encoding.ts';
import { P256_RANDOM_LENGTH, compressP256, generateP256KeyPair } from '#protocol/p256-key.ts';
import { signSession } from '#protocol/session.ts';
import { makeRoomForExpiringKey } from '../../engine/expiring-keys.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { timeText } from '../../engine/records.ts';
import { type ServiceError, asInvalidField, invalidField } from '../../errors.ts';
import { faultOfPublicKey } from '../../keys/api-public-key.ts';
import { firstWhere, insertRow } from '../../storage/rows.ts';
import type { SessionKind, SessionProfileRow } from '../../storage/schema.ts';
import { sessionKeysAmong } from '../../storage/credentials.ts';
import { deleteSessionKeys, extendApiKey } from '../../storage/session-keys.ts';
import { featureError } from '../errors.ts';

/** Specification, "Limits": sessions last 15 minutes where the request does not say. */
const DEFAULT_SESSION_SECONDS = '900';

/** What a session JWT calls a session without a profile (PROTOCOL.md, section 4). */
const DEFAULT_SESSION_TYPE = 'SESSION_TYPE_READ_WRITE';

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
  context: SubmitContext,
  { userId, kind, defaultName, parameters }: WantedSession,
): Promise<{ apiKeyId: string; credentialBundle: string }> {
  const { store, caller, now } = context;
  const key = generateP256KeyPair(new Uint8Array(randomBytes(P256_RANDOM_LENGTH)));
  try {
    const credentialBundle = await makeCredentialBundle(key.privateKey, parameters.targetPublicKey).catch(
      (cause: unknown) => {
        throw asInvalidField(cause, 'parameters.targetPublicKey');
      },
    );
    if (parameters.invalidateExisting === true) await deleteSessionKeys(store, userId, kind);
    await makeRoomForExpiringKey(context, userId);
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

/** A session whose key the client made. */
interface WantedLogin {
  readonly publicKey: string;
  readonly expirationSeconds?: string | null | undefined;
  readonly invalidateExisting?: boolean | null | undefined;
  readonly sessionProfileId?: string | null | undefined;
}

const KIND = 'CREDENTIAL_TYPE_LOGIN';

/**
 * Makes the client's public key a session key of a user, and says so in a signed session JWT (docs/decisions/051).
 * @throws ServiceError NOT_FOUND for an unknown profile; REQUEST_INVALID for a key that is no point; CREDENTIAL_CONFLICT
 *   for a key that means something else already
 */
export async function logIn(context: SubmitContext, userId: string, wanted: WantedLogin): Promise<string> {
  const { store, caller, enclaveKeys } = context;
  const publicKey = wanted.publicKey.toLowerCase();
  const fault = faultOfPublicKey('API_KEY_CURVE_P256', publicKey);
  if (fault !== undefined) throw invalidField('parameters.publicKey', fault);
  const profile =
    typeof wanted.sessionProfileId === 'string'
      ? await requireRow(context, 'session_profile', wanted.sessionProfileId)
      : undefined;
  const seconds = durationOf(wanted, profile);
  const { apiKeyId, expiresAt } = await placeKey(context, { userId, publicKey, seconds, profile });
  if (wanted.invalidateExisting === true) await deleteSessionKeys(store, userId, KIND, apiKeyId);
  return signSession(
    {
      exp: Math.floor(expiresAt / 1000),
      public_key: publicKey,
      session_type: profile?.name ?? DEFAULT_SESSION_TYPE,
      user_id: userId,
      organization_id: caller.organizationId,
      ...(profile && { session_profile_id: profile.id, scope: profile.scope }),
    },
    enclaveKeys.notarizer.sign.privateKey,
  );
}

/** The shorter of what the request and the profile say. */
function durationOf({ expirationSeconds }: WantedLogin, profile: SessionProfileRow | undefined): string {
  const said = [expirationSeconds, profile?.expiration_seconds].filter((text) => typeof text === 'string');
  return said.length === 0 ? DEFAULT_SESSION_SECONDS : String(Math.min(...said.map(Number)));
}

async function placeKey(
  context: SubmitContext,
  {
    userId,
    publicKey,
    seconds,
    profile,
  }: {
    readonly userId: string;
    readonly publicKey: string;
    readonly seconds: string;
    readonly profile: SessionProfileRow | undefined;
  },
): Promise<{ apiKeyId: string; expiresAt: number }> {
  const { store, caller, now } = context;
  const expiresAt = now + Number(seconds) * 1000;
  const known = await firstWhere(store, 'api_key', {
    organization_id: caller.organizationId,
    public_key: publicKey,
  });
  if (known === undefined) {
    await makeRoomForExpiringKey(context, userId);
    const apiKeyId = randomUUID();
    await insertRow(store, 'api_key', {
      id: apiKeyId,
      organization_id: caller.organizationId,
      user_id: userId,
      name: `Login - ${timeText(now)}`,
      public_key: publicKey,
      curve: 'API_KEY_CURVE_P256',
      expiration_seconds: seconds,
      expires_at: expiresAt,
      created_at: now,
      updated_at: now,
    });
    const session_profile_id = profile?.id ?? null;
    await insertRow(store, 'session_key', { api_key_id: apiKeyId, kind: KIND, session_profile_id });
    return { apiKeyId, expiresAt };
  }
  const session = (await sessionKeysAmong(store, [known.id])).get(known.id);
  // A key keeps the limits that it was made with: no login widens them.
  if (known.user_id !== userId || (session?.session_profile_id ?? undefined) !== profile?.id) throw taken();
  if (known.curve !== 'API_KEY_CURVE_P256') throw taken();
  // A key that is over opens no session: the one that asks may be all that its user has.
  if (session?.kind !== KIND && known.expires_at !== null && known.expires_at <= now) throw taken();
  if (session?.kind !== KIND)
    return { apiKeyId: known.id, expiresAt: Math.min(expiresAt, known.expires_at ?? expiresAt) };
  await extendApiKey(store, known.id, { expirationSeconds: seconds, expiresAt, now });
  return { apiKeyId: known.id, expiresAt };
}

const taken = (): ServiceError =>
  featureError('CREDENTIAL_CONFLICT.login', { field: 'parameters.publicKey' });
