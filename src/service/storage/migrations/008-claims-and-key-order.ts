import type { Migration } from '#storage/migrate.ts';

/** Why a claim of swap fees failed, what the relay looks for, and private keys in the order of their making without sorting. */
export const claimsAndKeyOrder: Migration = {
  name: '008-claims-and-key-order',
  statements: [
    'ALTER TABLE swap_fee_claim ADD COLUMN failure TEXT',
    `CREATE INDEX swap_fee_claim_pending ON swap_fee_claim (created_at) WHERE status = 'PENDING'`,
    'DROP INDEX private_key_organization',
    'CREATE INDEX private_key_organization ON private_key (organization_id)',
  ],
};
