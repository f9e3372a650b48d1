import type { Kysely } from 'kysely';
import { type StoredCredential, toRow } from './credentials.ts';
import type { Tables } from './tables.ts';

/** What is known of a passkey, beside its credential; nothing of it is secret. */
export interface StoredPasskey {
  /** Compressed P-256, hex. */
  readonly publicKey: string;
  /** Base64url. */
  readonly credentialId: string;
  readonly rpId: string;
  /** Whose it is, as the service said when it was registered: asking again would ask a person. */
  readonly userId: string;
  readonly username: string;
  readonly organizationName: string;
}

/** The passkeys that were registered here; each comes and goes with its credential. */
export interface PasskeyStore {
  list(): Promise<StoredPasskey[]>;
  find(publicKey: string): Promise<StoredPasskey | undefined>;
  add(credential: StoredCredential, passkey: StoredPasskey): Promise<void>;
}

export function passkeyStore(database: Kysely<Tables>): PasskeyStore {
  return {
    list: async () => (await database.selectFrom('passkey').selectAll().execute()).map(toPasskey),
    find: async (publicKey) => {
      const row = await database
        .selectFrom('passkey')
        .selectAll()
        .where('public_key', '=', publicKey)
        .executeTakeFirst();
      return row === undefined ? undefined : toPasskey(row);
    },
    add: async (credential, passkey) => {
      await database.transaction().execute(async (transaction) => {
        await transaction.insertInto('credential').values(toRow(credential)).execute();
        await transaction
          .insertInto('passkey')
          .values({
            public_key: passkey.publicKey,
            credential_id: passkey.credentialId,
            rp_id: passkey.rpId,
            user_id: passkey.userId,
            username: passkey.username,
            organization_name: passkey.organizationName,
          })
          .execute();
      });
    },
  };
}

const toPasskey = (row: Tables['passkey']): StoredPasskey => ({
  publicKey: row.public_key,
  credentialId: row.credential_id,
  rpId: row.rp_id,
  userId: row.user_id,
  username: row.username,
  organizationName: row.organization_name,
});
