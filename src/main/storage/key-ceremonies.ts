import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Transcripts of key ceremonies that go on in the window, by their numbers in hex. */
export interface KeyCeremonyStore {
  /** The transcripts of an organization, as their files are; the newest first. */
  list(organizationId: string): Promise<Uint8Array[]>;
  get(ceremony: string): Promise<Uint8Array | undefined>;
  /** Keeps a transcript in the place of the one before. */
  keep(kept: {
    readonly ceremony: string;
    readonly organizationId: string;
    readonly transcript: Uint8Array;
    readonly atMs: number;
  }): Promise<void>;
  remove(ceremony: string): Promise<void>;
}

export function keyCeremonyStore(database: Kysely<Tables>): KeyCeremonyStore {
  return {
    list: async (organizationId) => {
      const rows = await database
        .selectFrom('key_ceremony')
        .select('transcript')
        .where('organization_id', '=', organizationId)
        .orderBy('kept_at', 'desc')
        .execute();
      return rows.map(({ transcript }) => transcript);
    },
    get: async (ceremony) =>
      (
        await database
          .selectFrom('key_ceremony')
          .select('transcript')
          .where('ceremony', '=', ceremony)
          .executeTakeFirst()
      )?.transcript,
    keep: async ({ ceremony, organizationId, transcript, atMs }) => {
      await database
        .insertInto('key_ceremony')
        .values({ ceremony, organization_id: organizationId, transcript, kept_at: atMs })
        .onConflict((conflict) => conflict.column('ceremony').doUpdateSet({ transcript, kept_at: atMs }))
        .execute();
    },
    remove: async (ceremony) => {
      await database.deleteFrom('key_ceremony').where('ceremony', '=', ceremony).execute();
    },
  };
}
