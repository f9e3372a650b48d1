import type { Migration } from '#storage/migrate.ts';

/** Credentials of third-party providers, the earn ledger, claims of swap fees, and the registry of TVC apps. */
export const providers: Migration = {
  name: '006-providers',
  statements: ({ text, integer, bytes, end }) => [
    // What clients sealed is kept as it came, because lists show it; what was in it is kept under the storage key.
    `CREATE TABLE fiat_on_ramp_credential (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      provider ${text} NOT NULL,
      project_id ${text},
      publishable_api_key ${text} NOT NULL,
      encrypted_secret_api_key ${text} NOT NULL,
      encrypted_private_api_key ${text},
      sealed_secret_api_key ${bytes} NOT NULL,
      sealed_private_api_key ${bytes},
      sandbox_mode ${integer},
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ${end}`,
    'CREATE INDEX fiat_on_ramp_credential_organization ON fiat_on_ramp_credential (organization_id, created_at)',
    `CREATE TABLE oauth2_credential (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      provider ${text} NOT NULL,
      client_id ${text} NOT NULL,
      encrypted_client_secret ${text} NOT NULL,
      sealed_client_secret ${bytes} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ${end}`,
    'CREATE INDEX oauth2_credential_organization ON oauth2_credential (organization_id, created_at)',
    `CREATE TABLE earn_wrapper (
      address ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      chain ${text} NOT NULL,
      vault_address ${text} NOT NULL,
      splitter_address ${text} NOT NULL,
      client_fee_bps ${text} NOT NULL,
      client_fee_wallet ${text} NOT NULL,
      deposits_disabled ${integer} NOT NULL,
      deploy_request_id ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      UNIQUE (organization_id, chain, vault_address)
    ${end}`,
    // Amounts are decimal text in atomic units: they outgrow 64 bits.
    `CREATE TABLE earn_position (
      wrapper_address ${text} NOT NULL REFERENCES earn_wrapper (address),
      wallet_address ${text} NOT NULL,
      deposited ${text} NOT NULL,
      withdrawn ${text} NOT NULL,
      PRIMARY KEY (wrapper_address, wallet_address)
    ${end}`,
    'CREATE INDEX earn_position_wallet ON earn_position (wallet_address)',
    `CREATE TABLE earn_request (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      kind ${text} NOT NULL,
      wrapper_address ${text} NOT NULL REFERENCES earn_wrapper (address),
      wallet_address ${text},
      amount ${text},
      created_at ${integer} NOT NULL
    ${end}`,
    `CREATE TABLE swap_fee_claim (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      requested_by ${text} NOT NULL,
      status ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ${end}`,
    'CREATE INDEX swap_fee_claim_organization ON swap_fee_claim (organization_id, created_at)',
    `CREATE TABLE tvc_operator (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      name ${text} NOT NULL,
      public_key ${text} NOT NULL,
      created_at ${integer} NOT NULL
    ${end}`,
    `CREATE TABLE tvc_operator_set (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      name ${text} NOT NULL,
      threshold ${integer} NOT NULL,
      created_at ${integer} NOT NULL
    ${end}`,
    `CREATE TABLE tvc_operator_set_member (
      set_id ${text} NOT NULL REFERENCES tvc_operator_set (id),
      operator_id ${text} NOT NULL REFERENCES tvc_operator (id),
      position ${integer} NOT NULL,
      PRIMARY KEY (set_id, operator_id)
    ${end}`,
    `CREATE TABLE tvc_app (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      name ${text} NOT NULL,
      quorum_public_key ${text} NOT NULL,
      manifest_set_id ${text} NOT NULL REFERENCES tvc_operator_set (id),
      share_set_id ${text} NOT NULL REFERENCES tvc_operator_set (id),
      enable_egress ${integer} NOT NULL,
      enable_debug_mode_deployments ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ${end}`,
    'CREATE INDEX tvc_app_organization ON tvc_app (organization_id, created_at)',
    `CREATE TABLE tvc_deployment (
      id ${text} PRIMARY KEY,
      app_id ${text} NOT NULL REFERENCES tvc_app (id),
      manifest_id ${text} NOT NULL,
      manifest ${text} NOT NULL,
      parameters ${text} NOT NULL,
      created_at ${integer} NOT NULL
    ${end}`,
    'CREATE INDEX tvc_deployment_app ON tvc_deployment (app_id, created_at)',
    // JSON text of the proofs that an activity asked for.
    `ALTER TABLE activity ADD COLUMN app_proofs ${text}`,
  ],
};
