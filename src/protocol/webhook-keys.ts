import { sha256 } from '@noble/hashes/sha2.js';
import { z } from 'zod';
import { fromBase64Url, fromHex, toBase64Url, toHex, toUtf8 } from './encoding.ts';
import type { AppError } from './error.ts';
import { protocolError } from './errors.ts';
import { NEUTRAL_WEBHOOK_NAMES, type WebhookNames } from './webhook-names.ts';
import { WEBHOOK_ALGORITHM, WEBHOOK_VERSION, type WebhookKey } from './webhook.ts';

const jwk = z.looseObject({
  kid: z.string().min(1),
  kty: z.string(),
  crv: z.string().optional(),
  x: z.string().optional(),
});
const keySet = z.looseObject({ keys: z.array(jwk).max(64) });

/**
 * Writes a key of the discovery endpoint (specification, "Key discovery"; RFC 7517, RFC 8037).
 * @param publicKey Ed25519, 32 bytes
 */
export const webhookJwk = (
  keyId: string,
  publicKey: Uint8Array,
  names: WebhookNames = NEUTRAL_WEBHOOK_NAMES,
): Record<string, string> => ({
  kid: keyId,
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  use: 'sig',
  x: toBase64Url(publicKey),
  [names.jwkAlgorithm]: WEBHOOK_ALGORITHM,
  [names.jwkVersion]: WEBHOOK_VERSION,
});

/**
 * Reads the key set of the discovery endpoint. Keys of other kinds, uses, algorithms or versions are left out, so that
 * a service may publish more than this program knows.
 * @param value the parsed JSON
 * @throws AppError `WEBHOOK_KEYS_MALFORMED` when it is no key set, or names one key twice
 */
export function readWebhookKeys(value: unknown, names: WebhookNames = NEUTRAL_WEBHOOK_NAMES): WebhookKey[] {
  const parsed = keySet.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw malformed(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong shape'}`);
  }
  const keys = parsed.data.keys
    .filter((key) => key.kty === 'OKP' && key.crv === 'Ed25519')
    .filter((key) => (key['use'] ?? 'sig') === 'sig' && (key['alg'] ?? 'EdDSA') === 'EdDSA')
    .filter((key) => (key[names.jwkAlgorithm] ?? WEBHOOK_ALGORITHM) === WEBHOOK_ALGORITHM)
    .filter((key) => (key[names.jwkVersion] ?? WEBHOOK_VERSION) === WEBHOOK_VERSION)
    .map((key) => ({ keyId: key.kid, publicKey: toHex(readX(key.x ?? '')), algorithm: WEBHOOK_ALGORITHM }));
  if (new Set(keys.map((key) => key.keyId)).size !== keys.length) throw malformed('two keys have one kid');
  return keys;
}

/**
 * The thumbprint of a key, by which people compare it (RFC 7638, with the members of RFC 8037, section 2).
 * @param publicKey Ed25519, hex
 * @returns SHA-256 as base64url without padding
 */
export const webhookKeyThumbprint = (publicKey: string): string =>
  toBase64Url(
    sha256(toUtf8(`{"crv":"Ed25519","kty":"OKP","x":"${toBase64Url(fromHex(publicKey, 'public key'))}"}`)),
  );

function readX(x: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = fromBase64Url(x, 'x');
  } catch (cause) {
    throw malformed('x is no base64url', cause);
  }
  if (bytes.length !== 32) throw malformed(`x has ${bytes.length} bytes, not 32`);
  return bytes;
}

const malformed = (why: string, cause?: unknown): AppError =>
  protocolError('WEBHOOK_KEYS_MALFORMED', { why, cause });
