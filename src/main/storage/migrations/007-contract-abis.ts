import type { Migration } from '#storage/migrate.ts';

/** ABIs that the operator imported for contracts; a profile's own. */
export const contractAbiTable: Migration = {
  name: '007-contract-abis',
  statements: [
    `CREATE TABLE contract_abi (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      chain_id TEXT NOT NULL,
      address TEXT NOT NULL,
      name TEXT NOT NULL,
      abi TEXT NOT NULL,
      imported_at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, chain_id, address)
    ) STRICT`,
  ],
};
