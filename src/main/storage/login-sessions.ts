import type { Kysely } from 'kysely';
import type { SessionOrigin } from '#preload/contract/login-sessions.ts';
import { type StoredCredential, toRow } from './credentials.ts';
import type { Tables } from './tables.ts';

/** What is known of a session; its key is a credential. */
export interface StoredLoginSession {
  readonly publicKey: string;
  readonly origin: SessionOrigin;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly userId: string;
  readonly username: string;
  readonly lastUsedAtMs: number | null;
}

/** A session and its credential, which always has an end. */
export interface KeptSession extends StoredLoginSession {
  readonly profileId: string;
  readonly label: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** The sessions that are open; a session and its credential come and go together. */
export interface LoginSessionStore {
  /** The one that ends first, first. */
  list(): Promise<KeptSession[]>;
  add(session: KeptSession): Promise<void>;
  setLastUse(publicKey: string, atMs: number): Promise<void>;
}

export function loginSessionStore(database: Kysely<Tables>): LoginSessionStore {
  return {
    list: async () => {
      const rows = await database
        .selectFrom('login_session')
        .innerJoin('credential', 'credential.public_key', 'login_session.public_key')
        .selectAll('login_session')
        .select(['profile_id', 'label', 'created_at', 'expires_at'])
        .orderBy('expires_at')
        .orderBy('login_session.public_key')
        .execute();
      return rows.map((row) => ({
        publicKey: row.public_key,
        origin: row.origin,
        organizationId: row.organization_id,
        organizationName: row.organization_name,
        userId: row.user_id,
        username: row.username,
        lastUsedAtMs: row.last_used_at,
        profileId: row.profile_id,
        label: row.label,
        createdAtMs: row.created_at,
        // A session without an end is over.
        expiresAtMs: row.expires_at ?? 0,
      }));
    },
    add: async (session) => {
      await database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('credential')
          .values(toRow(credentialOf(session)))
          .execute();
        await transaction
          .insertInto('login_session')
          .values({
            public_key: session.publicKey,
            origin: session.origin,
            organization_id: session.organizationId,
            organization_name: session.organizationName,
            user_id: session.userId,
            username: session.username,
            last_used_at: session.lastUsedAtMs,
          })
          .execute();
      });
    },
    setLastUse: async (publicKey, atMs) => {
      await database
        .updateTable('login_session')
        .set({ last_used_at: atMs })
        .where('public_key', '=', publicKey)
        .execute();
    },
  };
}

// Session keys are P-256 (PROTOCOL.md, sections 3.1 and 4).
const credentialOf = (session: KeptSession): StoredCredential => ({
  kind: 'session',
  publicKey: session.publicKey,
  profileId: session.profileId,
  curve: 'API_KEY_CURVE_P256',
  label: session.label,
  createdAtMs: session.createdAtMs,
  expiresAtMs: session.expiresAtMs,
});
