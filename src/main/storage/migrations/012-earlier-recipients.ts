import type { Migration } from '#storage/migrate.ts';

/** Whom completed transactions of a profile paid; each row with its MAC, so that nobody writes in whom to trust. */
export const earlierRecipientTable: Migration = {
  name: '012-earlier-recipients',
  statements: [
    `CREATE TABLE earlier_recipient (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      chain TEXT NOT NULL,
      address TEXT NOT NULL,
      paid_at INTEGER NOT NULL,
      mac TEXT NOT NULL,
      PRIMARY KEY (profile_id, chain, address)
    ) STRICT`,
    'CREATE INDEX earlier_recipient_by_time ON earlier_recipient (profile_id, chain, paid_at)',
  ],
};
