import { z } from 'zod';

/** How the generated form draws a field; rides on the schema as zod metadata. */
export interface FieldHint {
  readonly label: string;
  readonly hint?: string;
  /** A picker filled from a query, an input for a duration, a public key with a generate button, a long text. */
  readonly control?: 'privateKey' | 'user' | 'duration' | 'publicKey' | 'transaction' | 'text';
}

const withHint = <S extends z.ZodType>(schema: S, hint: FieldHint): S => schema.meta({ ...hint });

/** A name that people give: 1 to 255 characters. */
export const name = (label: string) => withHint(z.string().min(1).max(255), { label });

/** An identifier given by the service: a lowercase UUID. */
export const id = (label: string, control?: FieldHint['control']) =>
  withHint(z.uuid().toLowerCase(), control === undefined ? { label } : { label, control });

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

/** Address formats that the service derives today. */
export const ADDRESS_FORMATS = [
  'ADDRESS_FORMAT_UNCOMPRESSED',
  'ADDRESS_FORMAT_COMPRESSED',
  'ADDRESS_FORMAT_ETHEREUM',
  'ADDRESS_FORMAT_SOLANA',
] as const;
export const addressFormat = () => withHint(z.enum(ADDRESS_FORMATS), { label: 'Address format' });

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
