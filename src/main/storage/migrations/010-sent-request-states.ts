import type { Migration } from '#storage/migrate.ts';

/** Finds sent requests by their state, oldest first: those without an end, and those that may be forgotten. */
export const sentRequestIndex: Migration = {
  name: '010-sent-request-states',
  statements: [
    'DROP INDEX sent_request_open',
    'CREATE INDEX sent_request_state ON sent_request (state, sent_at)',
  ],
};
