import { z } from 'zod';

const PAYLOAD_ENCODINGS = [
  'PAYLOAD_ENCODING_HEXADECIMAL',
  'PAYLOAD_ENCODING_TEXT_UTF8',
  'PAYLOAD_ENCODING_EIP712',
  'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
] as const;
export type PayloadEncoding = (typeof PAYLOAD_ENCODINGS)[number];

const HASH_FUNCTIONS = [
  'HASH_FUNCTION_NO_OP',
  'HASH_FUNCTION_SHA256',
  'HASH_FUNCTION_KECCAK256',
  'HASH_FUNCTION_NOT_APPLICABLE',
] as const;
export type HashFunction = (typeof HASH_FUNCTIONS)[number];

export const signWith = () => z.string().min(1).max(255).meta({ label: 'Sign with', control: 'signer' });

/** The text to sign, in the encoding that the request names. */
export const payload = () =>
  z
    .string()
    .max(1 << 20)
    .meta({ label: 'Payload', control: 'text' });

export const payloadEncoding = () => z.enum(PAYLOAD_ENCODINGS).meta({ label: 'Encoding' });
export const hashFunction = () => z.enum(HASH_FUNCTIONS).meta({ label: 'Hash function' });

/** A signature: r and s with 64 hex digits each, v with two (PROTOCOL.md, section 11). */
export const rawSignature = z.looseObject({ r: z.string(), s: z.string(), v: z.string() });
