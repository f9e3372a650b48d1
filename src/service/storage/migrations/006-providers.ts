import type { Migration } from '#storage/migrate.ts';

/** Credentials of third-party providers, the earn ledger, claims of swap fees, and the registry of TVC apps. */
export const providers: Migration = {
  name: '006-providers',
  statements: [
    // What clients sealed is kept as it came, because lists show it; what was in it is kept under the storage key.
    `CREATE TABLE fiat_on_ramp_credential (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      provider TEXT NOT NULL,
      project_id TEXT,
      publishable_api_key TEXT NOT NULL,
      encrypted_secret_api_key TEXT NOT NULL,
      encrypted_private_api_key TEXT,
      sealed_secret_api_key BLOB NOT NULL,
      sealed_private_api_key BLOB,
      sandbox_mode INTEGER,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX fiat_on_ramp_credential_organization ON fiat_on_ramp_credential (organization_id, created_at)',
    `CREATE TABLE oauth2_credential (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      provider TEXT NOT NULL,
      client_id TEXT NOT NULL,
      encrypted_client_secret TEXT NOT NULL,
      sealed_client_secret BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX oauth2_credential_organization ON oauth2_credential (organization_id, created_at)',
    `CREATE TABLE earn_wrapper (
      address TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      chain TEXT NOT NULL,
      vault_address TEXT NOT NULL,
      splitter_address TEXT NOT NULL,
      client_fee_bps TEXT NOT NULL,
      client_fee_wallet TEXT NOT NULL,
      deposits_disabled INTEGER NOT NULL,
      deploy_request_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      UNIQUE (organization_id, chain, vault_address)
    ) STRICT`,
    // Amounts are decimal text in atomic units: they outgrow 64 bits.
    `CREATE TABLE earn_position (
      wrapper_address TEXT NOT NULL REFERENCES earn_wrapper (address),
      wallet_address TEXT NOT NULL,
      deposited TEXT NOT NULL,
      withdrawn TEXT NOT NULL,
      PRIMARY KEY (wrapper_address, wallet_address)
    ) STRICT`,
    'CREATE INDEX earn_position_wallet ON earn_position (wallet_address)',
    `CREATE TABLE earn_request (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      kind TEXT NOT NULL,
      wrapper_address TEXT NOT NULL REFERENCES earn_wrapper (address),
      wallet_address TEXT,
      amount TEXT,
      created_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE TABLE swap_fee_claim (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      requested_by TEXT NOT NULL,
      status TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX swap_fee_claim_organization ON swap_fee_claim (organization_id, created_at)',
    `CREATE TABLE tvc_operator (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL,
      public_key TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE TABLE tvc_operator_set (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL,
      threshold INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE TABLE tvc_operator_set_member (
      set_id TEXT NOT NULL REFERENCES tvc_operator_set (id),
      operator_id TEXT NOT NULL REFERENCES tvc_operator (id),
      position INTEGER NOT NULL,
      PRIMARY KEY (set_id, operator_id)
    ) STRICT`,
    `CREATE TABLE tvc_app (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL,
      quorum_public_key TEXT NOT NULL,
      manifest_set_id TEXT NOT NULL REFERENCES tvc_operator_set (id),
      share_set_id TEXT NOT NULL REFERENCES tvc_operator_set (id),
      enable_egress INTEGER NOT NULL,
      enable_debug_mode_deployments INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX tvc_app_organization ON tvc_app (organization_id, created_at)',
    `CREATE TABLE tvc_deployment (
      id TEXT PRIMARY KEY,
      app_id TEXT NOT NULL REFERENCES tvc_app (id),
      manifest_id TEXT NOT NULL,
      manifest TEXT NOT NULL,
      parameters TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX tvc_deployment_app ON tvc_deployment (app_id, created_at)',
    // JSON text of the proofs that an activity asked for.
    'ALTER TABLE activity ADD COLUMN app_proofs TEXT',
  ],
};
