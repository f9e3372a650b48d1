import type { Migration } from '#storage/migrate.ts';

/** What was read of Solana: which transactions an address has, in order, and what was in those that were asked for. */
export const solanaHistory: Migration = {
  name: '009-solana-history',
  statements: [
    `CREATE TABLE sol_history (
      id TEXT PRIMARY KEY,
      cluster TEXT NOT NULL,
      address TEXT NOT NULL,
      place INTEGER NOT NULL,
      signature TEXT NOT NULL,
      UNIQUE (cluster, address, place),
      UNIQUE (cluster, address, signature)
    ) STRICT`,
    `CREATE TABLE sol_history_state (
      cluster TEXT NOT NULL,
      address TEXT NOT NULL,
      complete INTEGER NOT NULL,
      PRIMARY KEY (cluster, address)
    ) STRICT`,
    `CREATE TABLE sol_transaction (
      cluster TEXT NOT NULL,
      signature TEXT NOT NULL,
      slot INTEGER NOT NULL,
      block_hash TEXT NOT NULL,
      block_time INTEGER NOT NULL,
      status TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (cluster, signature)
    ) STRICT`,
  ],
};
