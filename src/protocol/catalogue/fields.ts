import { z } from 'zod';
import type { PolicyPart } from '../policies/fields.ts';

/** A P-256 key to seal to: SEC1 as hex, uncompressed as published clients write it, or compressed. */
export const targetPublicKey = () =>
  z
    .string()
    .regex(/^(?:04[0-9a-fA-F]{128}|0[23][0-9a-fA-F]{64})$/, 'a P-256 public key, as hex')
    .meta({ label: 'Target public key' });

/** What a client sealed: JSON text of a client message (PROTOCOL.md, section 3.3). */
export const encryptedBundle = (label: string) =>
  z
    .string()
    .min(1)
    .max(1 << 18)
    .meta({ label, control: 'text' });

export const encryptionSuite = () =>
  z.enum(['TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1']).meta({ label: 'Encryption suite' });

/**
 * Properties by name (specification, "import_secrets"), each name once: policies see one value of it. What is left out is
 * the empty text to them.
 */
export const keyValues = (label: string) =>
  z
    .array(
      z.strictObject({
        key: z.string().min(1).max(255).meta({ label: 'Key' }).nullish(),
        value: z.string().max(1024).meta({ label: 'Value' }).nullish(),
      }),
    )
    .max(32)
    .refine((pairs) => new Set(pairs.map(({ key }) => key ?? '')).size === pairs.length, 'each key once')
    .meta({ label });

/** How the generated form draws a field; rides on the schema as zod metadata. */
export interface FieldHint {
  readonly label: string;
  readonly hint?: string;
  readonly control?: Control;
}

/** What an id field is an id of; src/protocol/form/id-sources.ts has the query that fills its picker. */
export const ID_CONTROLS = [
  'activity',
  'apiKey',
  'apiPublicKey',
  'authenticator',
  'earnDeployment',
  'earnDeposit',
  'earnWithdrawal',
  'earnWrapper',
  'fingerprint',
  'invitation',
  'oauth2Credential',
  'oauthProvider',
  'onRampCredential',
  'policy',
  'privateKey',
  'secret',
  'sessionProfile',
  'signer',
  'tvcApp',
  'tvcDeployment',
  'tvcOperator',
  'tvcOperatorSet',
  'user',
  'wallet',
  'walletAccount',
  'webhookEndpoint',
] as const;
export type IdControl = (typeof ID_CONTROLS)[number];

/**
 * How a field is drawn that is no plain line: a picker, an input for a duration, a public key with a generate button, a
 * transaction or another long text, a token that is kept nowhere, text that is sealed to one of the service's keys, or a part of a policy in its language.
 */
export type Control =
  | IdControl
  | PolicyPart
  | (
      | 'duration'
      | 'publicKey'
      | 'transaction'
      | 'text'
      | 'token'
      | 'onRampSealed'
      | 'fetcherSealed'
      | 'eventType'
    );

const withHint = <S extends z.ZodType>(schema: S, hint: FieldHint): S => schema.meta({ ...hint });

/** A name that people give: 1 to 255 characters. */
export const name = (label: string) => withHint(z.string().min(1).max(255), { label });

/** An identifier given by the service: a lowercase UUID. */
export const id = (label: string, of: IdControl) => withHint(z.uuid().toLowerCase(), { label, control: of });

/** Seconds as decimal text, more than zero and at most ten years. */
export const expirationSeconds = () =>
  withHint(
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'seconds, as decimal text, more than 0')
      .refine((text) => Number(text) <= 315_360_000, 'at most ten years'),
    { label: 'Expires after', control: 'duration' },
  );

/** A public key of an API key: compressed SEC1 hex, or 32 bytes of hex for Ed25519. */
export const apiPublicKey = () =>
  withHint(
    z.string().regex(/^(?:0[23][0-9a-fA-F]{64}|[0-9a-fA-F]{64})$/, 'a compressed public key, as hex'),
    {
      label: 'Public key',
      control: 'publicKey',
    },
  );

export const CURVES = ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'] as const;
export const curve = () => withHint(z.enum(CURVES), { label: 'Curve' });

/** Every published address format (OPERATIONS.md, v1AddressFormat). */
export const ADDRESS_FORMATS = [
  'ADDRESS_FORMAT_UNCOMPRESSED',
  'ADDRESS_FORMAT_COMPRESSED',
  'ADDRESS_FORMAT_ETHEREUM',
  'ADDRESS_FORMAT_SOLANA',
  'ADDRESS_FORMAT_COSMOS',
  'ADDRESS_FORMAT_TRON',
  'ADDRESS_FORMAT_SUI',
  'ADDRESS_FORMAT_APTOS',
  'ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH',
  'ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH',
  'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
  'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH',
  'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR',
  'ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH',
  'ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH',
  'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH',
  'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH',
  'ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR',
  'ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH',
  'ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH',
  'ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH',
  'ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH',
  'ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR',
  'ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH',
  'ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH',
  'ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH',
  'ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH',
  'ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR',
  'ADDRESS_FORMAT_SEI',
  'ADDRESS_FORMAT_XLM',
  'ADDRESS_FORMAT_DOGE_MAINNET',
  'ADDRESS_FORMAT_DOGE_TESTNET',
  'ADDRESS_FORMAT_TON_V3R2',
  'ADDRESS_FORMAT_TON_V4R2',
  'ADDRESS_FORMAT_TON_V5R1',
  'ADDRESS_FORMAT_XRP',
  'ADDRESS_FORMAT_SPARK_MAINNET',
  'ADDRESS_FORMAT_SPARK_REGTEST',
] as const;
export type AddressFormat = (typeof ADDRESS_FORMATS)[number];
export const addressFormat = () => withHint(z.enum(ADDRESS_FORMATS), { label: 'Address format' });
export const addressFormats = () =>
  z.array(addressFormat()).max(ADDRESS_FORMATS.length).meta({ label: 'Address formats' });

/** An address of a key, with its format. */
export const address = z.object({
  format: z.enum(ADDRESS_FORMATS).optional(),
  address: z.string().optional(),
});

/** Paging by object ids (PROTOCOL.md, section 6.5): newest first, 1 to 100, 10 when absent. */
export const paginationOptions = z.strictObject({
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, 'from 1 to 100, as decimal text')
    .nullish(),
  before: z.uuid().nullish(),
  after: z.uuid().nullish(),
});

/** The fingerprint of an activity. */
export const fingerprint = () =>
  withHint(z.string().regex(/^sha256:[0-9a-f]{64}$/, 'sha256: and 64 hex digits'), {
    label: 'Fingerprint',
    control: 'fingerprint',
  });

/** An address of electronic mail. */
export const email = (label: string) => withHint(z.email().max(255), { label });

/** Tags of a user. */
export const tags = () => withHint(z.array(z.string().min(1).max(255)).max(10), { label: 'Tags' });

/** Specification, "oauth": a JWT as it stands, or base64 of it (docs/decisions/052). */
export const oidcToken = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9_.+/-]+={0,2}$/, 'an OIDC token')
    .max(24_576)
    .meta({ label: 'OIDC token', control: 'token' });
