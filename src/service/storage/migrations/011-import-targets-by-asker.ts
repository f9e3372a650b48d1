import type { Migration } from '#storage/migrate.ts';

/** Who began an import, so that each asker's limit is their own. */
export const importTargetsByAsker: Migration = {
  name: '011-import-targets-by-asker',
  statements: ['ALTER TABLE import_target ADD COLUMN begun_by TEXT'],
};
