import type { Migration } from '#storage/migrate.ts';

/** What tells a request that was approved from a row that somebody wrote; null for those of an earlier version. */
export const sentRequestMac: Migration = {
  name: '011-sent-request-mac',
  statements: ['ALTER TABLE sent_request ADD COLUMN mac TEXT'],
};
