import type { Migration } from '#storage/migrate.ts';

/** What was read of Solana: which transactions an address has, in order, and what was in those that were asked for. */
export const solanaHistory: Migration = {
  name: '009-solana-history',
  statements: ({ text, integer, end }) => [
    `CREATE TABLE sol_history (
      id ${text} PRIMARY KEY,
      cluster ${text} NOT NULL,
      address ${text} NOT NULL,
      place ${integer} NOT NULL,
      signature ${text} NOT NULL,
      UNIQUE (cluster, address, place),
      UNIQUE (cluster, address, signature)
    ${end}`,
    `CREATE TABLE sol_history_state (
      cluster ${text} NOT NULL,
      address ${text} NOT NULL,
      complete ${integer} NOT NULL,
      PRIMARY KEY (cluster, address)
    ${end}`,
    `CREATE TABLE sol_transaction (
      cluster ${text} NOT NULL,
      signature ${text} NOT NULL,
      slot ${integer} NOT NULL,
      block_hash ${text} NOT NULL,
      block_time ${integer} NOT NULL,
      status ${text} NOT NULL,
      record ${text} NOT NULL,
      PRIMARY KEY (cluster, signature)
    ${end}`,
  ],
};
