import type { Migration } from '#storage/migrate.ts';

/** Sets that count only once they are whole, and requests that know the line of the file they came from. */
export const batchColumns: Migration = {
  name: '008-batches',
  statements: [
    'ALTER TABLE request_set ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 1',
    'ALTER TABLE set_request ADD COLUMN line INTEGER',
    'ALTER TABLE set_request ADD COLUMN reference TEXT',
  ],
};
