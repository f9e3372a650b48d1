import { sql } from 'kysely';
import { elementsOf } from './engine-sql.ts';
import { recall } from './kept-rows.ts';
import { listRows, rowsAmong } from './rows.ts';
import type { ApiKeyRow, AuthenticatorRow, SessionKeyRow } from './schema.ts';
import type { Store } from './store.ts';

const NO_END = Number.MAX_SAFE_INTEGER;

/** Which of these API keys are keys of sessions, by the API key's id. */
export async function sessionKeysAmong(
  store: Store,
  apiKeyIds: readonly string[],
): Promise<ReadonlyMap<string, SessionKeyRow>> {
  if (apiKeyIds.length === 0) return new Map();
  const ids = JSON.stringify(apiKeyIds);
  return await recall(store, 'session_key', `keys ${ids}`, async () => {
    const rows = await store
      .selectFrom('session_key')
      .selectAll()
      .where('api_key_id', 'in', sql<string>`(SELECT value FROM ${elementsOf(store, ids)})`)
      .execute();
    return new Map(rows.map((row) => [row.api_key_id, row]));
  });
}

/**
 * Moves the signature counter of an authenticator forward.
 * @returns false, and nothing is written, when the kept counter is not below `counter`
 */
export async function raiseCounter(store: Store, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('authenticator')
    .set({ counter })
    .where('id', '=', id)
    .where('counter', '<', counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A credential that can stamp requests, until it ends. */
export interface DatedCredential {
  readonly id: string;
  readonly userId: string;
  /** `CREDENTIAL_TYPE_*`. */
  readonly type: string;
  /** That of an authenticator; empty for a key. */
  readonly credentialId: string;
  readonly publicKey: string;
  /** Whether it is the key of a session. */
  readonly isSession: boolean;
  /** When it ends, in milliseconds since the epoch; as late as can be for what has no end. */
  readonly endsAt: number;
}

/** The credentials of all users of an organization, those that have ended too. */
export async function allCredentials(store: Store, organizationId: string): Promise<DatedCredential[]> {
  const sessions = await store
    .selectFrom('session_key')
    .innerJoin('api_key', 'api_key.id', 'session_key.api_key_id')
    // Whole rows: those alone are held against their MACs.
    .selectAll('session_key')
    .where('api_key.organization_id', '=', organizationId)
    .execute();
  return credentialsIn({
    keys: await listRows(store, 'api_key', organizationId),
    kinds: new Map(sessions.map((session) => [session.api_key_id, session])),
    authenticators: await listRows(store, 'authenticator', organizationId),
  });
}

/** The same of some users. */
export async function datedCredentialsOf(
  store: Store,
  organizationId: string,
  userIds: readonly string[],
): Promise<DatedCredential[]> {
  const ofUsers = { column: 'user_id', values: userIds } as const;
  const keys = await rowsAmong(store, 'api_key', organizationId, ofUsers);
  return credentialsIn({
    keys,
    kinds: await sessionKeysAmong(
      store,
      keys.map(({ id }) => id),
    ),
    authenticators: await rowsAmong(store, 'authenticator', organizationId, ofUsers),
  });
}

function credentialsIn(found: {
  readonly keys: readonly ApiKeyRow[];
  readonly kinds: ReadonlyMap<string, SessionKeyRow>;
  readonly authenticators: readonly AuthenticatorRow[];
}): DatedCredential[] {
  const keys = found.keys.map((key) => ({
    id: key.id,
    userId: key.user_id,
    type: found.kinds.get(key.id)?.kind ?? key.curve.replace('API_KEY_CURVE_', 'CREDENTIAL_TYPE_API_KEY_'),
    credentialId: '',
    publicKey: key.public_key,
    isSession: found.kinds.has(key.id),
    endsAt: key.expires_at ?? NO_END,
  }));
  const authenticators = found.authenticators.map((row) => ({
    id: row.id,
    userId: row.user_id,
    type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
    credentialId: row.credential_id,
    publicKey: row.public_key,
    isSession: false,
    endsAt: NO_END,
  }));
  return [...keys, ...authenticators];
}

/**
 * Until when each of some users of an organization can stamp without a session, in milliseconds since the epoch; as late as can be
 * with a passkey or a key that has no end. Who has nothing such at `now` is left out.
 */
export async function endsOfLastingCredentials(
  store: Store,
  organizationId: string,
  userIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const ends = new Map<string, number>();
  for (const { userId, isSession, endsAt } of await datedCredentialsOf(store, organizationId, userIds))
    if (endsAt > now && !isSession) ends.set(userId, Math.max(endsAt, ends.get(userId) ?? 0));
  return ends;
}
