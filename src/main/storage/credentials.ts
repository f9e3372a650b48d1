import type { Kysely } from 'kysely';
import type { CredentialKind } from '#preload/contract/credentials.ts';
import type { ApiKeyCurve } from '#protocol/stamp.ts';
import type { Tables } from './tables.ts';

/** A credential's metadata as it is kept. */
export interface StoredCredential {
  readonly kind: CredentialKind;
  readonly publicKey: string;
  readonly profileId: string;
  readonly curve: ApiKeyCurve;
  readonly label: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
}

/** The credentials' metadata; the keys themselves are in the keychain. */
export interface CredentialStore {
  /** Oldest first. */
  list(): Promise<StoredCredential[]>;
  /** The public keys of those that were selected, by the ids of their profiles. */
  selected(): Promise<ReadonlyMap<string, string>>;
  find(publicKey: string): Promise<StoredCredential | undefined>;
  add(credential: StoredCredential): Promise<void>;
  rename(publicKey: string, label: string): Promise<void>;
  remove(publicKey: string): Promise<void>;
}

/** Before the id of a profile: the name of the setting that says which of its credentials stamps. */
const SELECTED = 'credential.';

export function credentialStore(database: Kysely<Tables>): CredentialStore {
  return {
    list: async () => {
      const rows = await database
        .selectFrom('credential')
        .selectAll()
        .orderBy('created_at')
        .orderBy('public_key')
        .execute();
      return rows.map(toCredential);
    },
    selected: async () => {
      const rows = await database
        .selectFrom('setting')
        .selectAll()
        .where('name', '>', SELECTED)
        // What comes behind a point.
        .where('name', '<', SELECTED.replace('.', '/'))
        .execute();
      return new Map(rows.map(({ name, value }) => [name.slice(SELECTED.length), value]));
    },
    find: async (publicKey) => {
      const row = await database
        .selectFrom('credential')
        .selectAll()
        .where('public_key', '=', publicKey)
        .executeTakeFirst();
      return row === undefined ? undefined : toCredential(row);
    },
    add: async (credential) => {
      await database.insertInto('credential').values(toRow(credential)).execute();
    },
    rename: async (publicKey, label) => {
      await database.updateTable('credential').set({ label }).where('public_key', '=', publicKey).execute();
    },
    remove: async (publicKey) => {
      await database.deleteFrom('credential').where('public_key', '=', publicKey).execute();
    },
  };
}

/** A credential as its table has it. */
export const toRow = (credential: StoredCredential): Tables['credential'] => ({
  kind: credential.kind,
  public_key: credential.publicKey,
  profile_id: credential.profileId,
  curve: credential.curve,
  label: credential.label,
  created_at: credential.createdAtMs,
  expires_at: credential.expiresAtMs,
});

const toCredential = (row: Tables['credential']): StoredCredential => ({
  kind: row.kind,
  publicKey: row.public_key,
  profileId: row.profile_id,
  curve: row.curve,
  label: row.label,
  createdAtMs: row.created_at,
  expiresAtMs: row.expires_at,
});
