import { z } from 'zod';

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
