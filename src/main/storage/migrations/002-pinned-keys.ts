import type { Migration } from '#storage/migrate.ts';

/** The public keys of a profile's service, as JSON; null until its first start. */
export const pinnedKeysColumn: Migration = {
  name: '002-pinned-keys',
  statements: ['ALTER TABLE profile ADD COLUMN pinned_keys TEXT'],
};
