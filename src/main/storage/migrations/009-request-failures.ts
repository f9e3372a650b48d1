import type { Migration } from '#storage/migrate.ts';

/** Why a request of a set failed, so that it is said without the file of the results. */
export const requestFailureColumns: Migration = {
  name: '009-request-failures',
  statements: [
    'ALTER TABLE set_request ADD COLUMN failure_code TEXT',
    'ALTER TABLE set_request ADD COLUMN failure_message TEXT',
  ],
};
