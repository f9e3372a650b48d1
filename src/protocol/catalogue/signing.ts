import { z } from 'zod';
import { submit } from './operation.ts';

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

export const TRANSACTION_TYPES = [
  'TRANSACTION_TYPE_ETHEREUM',
  'TRANSACTION_TYPE_SOLANA',
  'TRANSACTION_TYPE_TRON',
  'TRANSACTION_TYPE_BITCOIN',
  'TRANSACTION_TYPE_TEMPO',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Specification, "sign_transaction". */
export const signTransaction = submit({
  path: 'sign_transaction',
  version: 2,
  effect: 'sign',
  summary: 'Sign a transaction',
  parameters: z.strictObject({
    signWith: z.string().min(1).max(255).meta({ label: 'Sign with', control: 'signer' }),
    unsignedTransaction: z.string().min(1).meta({ label: 'Unsigned transaction', control: 'transaction' }),
    type: z.enum(TRANSACTION_TYPES).meta({ label: 'Chain' }),
  }),
  output: z.looseObject({ signedTransaction: z.string() }),
});

/** PROTOCOL.md, section 11. */
export const signRawPayload = submit({
  path: 'sign_raw_payload',
  version: 2,
  effect: 'sign',
  summary: 'Sign a raw payload',
  parameters: z.strictObject({
    signWith: signWith(),
    payload: payload(),
    encoding: payloadEncoding(),
    hashFunction: hashFunction(),
  }),
  output: z.looseObject({ ...rawSignature.shape }),
});

/** PROTOCOL.md, section 11. */
export const signRawPayloads = submit({
  path: 'sign_raw_payloads',
  effect: 'sign',
  summary: 'Sign raw payloads',
  parameters: z.strictObject({
    signWith: signWith(),
    payloads: z.array(payload()).min(1).max(100).meta({ label: 'Payloads' }),
    encoding: payloadEncoding(),
    hashFunction: hashFunction(),
  }),
  output: z.looseObject({ signatures: z.array(rawSignature) }),
});
