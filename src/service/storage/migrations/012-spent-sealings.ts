import type { Migration } from '#storage/migrate.ts';

/** Which sealed texts a credential was made from: none serves another one. */
export const spentSealings: Migration = {
  name: '012-spent-sealings',
  statements: ({ text, end, ofEarlier }) => [
    `CREATE TABLE spent_sealing (
      encapsulated_key ${text} PRIMARY KEY,
      record ${text} NOT NULL
    ${end}`,
    ...ofEarlier([
      `INSERT OR IGNORE INTO spent_sealing
      SELECT keyops_on_ramp_encapsulated_key(encrypted_secret_api_key), id || '/encryptedSecretApiKey'
      FROM fiat_on_ramp_credential
      WHERE keyops_on_ramp_encapsulated_key(encrypted_secret_api_key) IS NOT NULL
      ORDER BY created_at, rowid`,
      `INSERT OR IGNORE INTO spent_sealing
      SELECT keyops_on_ramp_encapsulated_key(encrypted_private_api_key), id || '/encryptedPrivateApiKey'
      FROM fiat_on_ramp_credential
      WHERE keyops_on_ramp_encapsulated_key(encrypted_private_api_key) IS NOT NULL
      ORDER BY created_at, rowid`,
      // A nonce of 12 bytes, then the ephemeral key of 65.
      `INSERT OR IGNORE INTO spent_sealing
      SELECT lower(substr(encrypted_client_secret, 25, 130)), id
      FROM oauth2_credential
      ORDER BY created_at, rowid`,
    ]),
  ],
};
