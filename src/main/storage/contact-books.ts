import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The contacts of each profile, as the text that its digest in the keychain is over. */
export interface ContactBookStore {
  /** Undefined for a profile that never had any. */
  get(profileId: string): Promise<string | undefined>;
  set(profileId: string, content: string): Promise<void>;
}

export function contactBookStore(database: Kysely<Tables>): ContactBookStore {
  return {
    get: async (profileId) => {
      const row = await database
        .selectFrom('contact_book')
        .select('content')
        .where('profile_id', '=', profileId)
        .executeTakeFirst();
      return row?.content;
    },
    set: async (profileId, content) => {
      await database
        .insertInto('contact_book')
        .values({ profile_id: profileId, content })
        .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ content }))
        .execute();
    },
  };
}
