import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { curves, verifyEd25519 } from './curves.ts';
import { fromBase64Url, fromHex, toBase64Url, toHex, toUtf8 } from './encoding.ts';
import type { AppError } from './error.ts';
import { protocolError } from './errors.ts';
import type { Secret } from './secret.ts';
import { NEUTRAL_WEBHOOK_NAMES, type WebhookNames } from './webhook-names.ts';

/** The one signature algorithm and version that deliveries carry (specification, "Signature"). */
export const WEBHOOK_ALGORITHM = 'ed25519';
const WEBHOOK_VERSION = 'v1';

/** What is signed besides the body: the header texts as sent. */
interface WebhookSegments {
  readonly version: string;
  readonly algorithm: string;
  readonly keyId: string;
  readonly timestamp: string;
  readonly eventId: string;
}

/** The signed bytes: `<version>.<algorithm>.<key id>.<timestamp>.<event id>.` and the raw body. */
const signedBytes = (segments: WebhookSegments, body: Uint8Array): Uint8Array => {
  const { version, algorithm, keyId, timestamp, eventId } = segments;
  return concatBytes(toUtf8(`${version}.${algorithm}.${keyId}.${timestamp}.${eventId}.`), body);
};

/**
 * Signs a delivery. The ids must hold no dot: it would let the border to the next segment move under one signature.
 * @param body the exact bytes that will be sent
 * @param key the Ed25519 seed, 32 bytes; or what signs bytes with it
 * @returns the six headers that a receiver checks
 * @throws AppError `WEBHOOK_ID` for an empty id, or one with a dot
 */
export function signWebhook(
  delivery: {
    readonly keyId: string;
    readonly timestampMs: number;
    readonly eventId: string;
    readonly body: Uint8Array;
  },
  key: Secret | ((message: Uint8Array) => Uint8Array),
  names: WebhookNames = NEUTRAL_WEBHOOK_NAMES,
): Record<string, string> {
  const { keyId, eventId, body } = delivery;
  for (const id of [keyId, eventId]) {
    if (id === '' || id.includes('.')) {
      throw protocolError('WEBHOOK_ID');
    }
  }
  const timestamp = String(delivery.timestampMs);
  const message = signedBytes(
    { version: WEBHOOK_VERSION, algorithm: WEBHOOK_ALGORITHM, keyId, timestamp, eventId },
    body,
  );
  return {
    [names.timestamp]: timestamp,
    [names.eventId]: eventId,
    [names.keyId]: keyId,
    [names.algorithm]: WEBHOOK_ALGORITHM,
    [names.version]: WEBHOOK_VERSION,
    [names.signature]: toHex(typeof key === 'function' ? key(message) : curves().signEd25519(message, key)),
  };
}

/** A key that deliveries may be signed with: 32 bytes as hex. */
export interface WebhookKey {
  readonly keyId: string;
  readonly publicKey: string;
  readonly algorithm?: string | undefined;
}

/** Why a delivery is refused, in the order of the checks (PROTOCOL.md, section 8). */
type WebhookFailure =
  | 'invalid_max_timestamp_age'
  | 'invalid_now'
  | 'missing_header'
  | 'invalid_timestamp'
  | 'stale_timestamp'
  | 'unsupported_signature_version'
  | 'unsupported_signature_algorithm'
  | 'missing_key'
  | 'invalid_verification_key_algorithm'
  | 'invalid_verification_key'
  | 'invalid_signature';

type WebhookVerdict =
  | { readonly ok: true; readonly eventId: string; readonly keyId: string; readonly timestampMs: number }
  | { readonly ok: false; readonly reason: WebhookFailure; readonly headerName?: string };

/** A delivery as it arrived. */
export interface ReceivedWebhook {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw bytes, before any parser. */
  readonly body: Uint8Array;
}

/** By what a delivery is judged: the known keys, the clock, and how old a timestamp may be, both ways. */
interface WebhookTrust {
  readonly keys: readonly WebhookKey[];
  readonly nowMs: number;
  readonly maxAgeMs: number;
}

/**
 * Checks a delivery. A refusal is an answer, not an exception; `missing_key` is the one after which a receiver fetches
 * the key set again, once.
 */
export function verifyWebhook(
  received: ReceivedWebhook,
  trust: WebhookTrust,
  names: WebhookNames = NEUTRAL_WEBHOOK_NAMES,
): WebhookVerdict {
  const { keys, nowMs, maxAgeMs } = trust;
  if (!Number.isFinite(maxAgeMs) || maxAgeMs < 0) return refuse('invalid_max_timestamp_age');
  if (!Number.isFinite(nowMs)) return refuse('invalid_now');

  const wanted = [
    names.timestamp,
    names.eventId,
    names.keyId,
    names.algorithm,
    names.version,
    names.signature,
  ];
  const values = wanted.map((name) => headerOf(received.headers, name));
  const missing = wanted[values.findIndex((value) => value === '')];
  if (missing !== undefined) return { ok: false, reason: 'missing_header', headerName: missing };
  const [timestamp = '', eventId = '', keyId = '', algorithm = '', version = '', signature = ''] = values;

  const timestampMs = Number(timestamp);
  if (!/^[0-9]+$/.test(timestamp) || !Number.isSafeInteger(timestampMs)) return refuse('invalid_timestamp');
  if (Math.abs(nowMs - timestampMs) > maxAgeMs) return refuse('stale_timestamp');
  if (version !== WEBHOOK_VERSION) return refuse('unsupported_signature_version');
  if (algorithm !== WEBHOOK_ALGORITHM) return refuse('unsupported_signature_algorithm');

  const key = keys.find((candidate) => candidate.keyId === keyId);
  if (key === undefined) return refuse('missing_key');
  if ((key.algorithm ?? WEBHOOK_ALGORITHM) !== WEBHOOK_ALGORITHM)
    return refuse('invalid_verification_key_algorithm');
  if (!/^[0-9a-fA-F]{64}$/.test(key.publicKey)) return refuse('invalid_verification_key');

  // With a dot in the event id, the first part of a signed body could be passed off as its end.
  if (eventId.includes('.')) return refuse('invalid_signature');
  const message = signedBytes({ version, algorithm, keyId, timestamp, eventId }, received.body);
  if (!/^[0-9a-fA-F]{128}$/.test(signature)) return refuse('invalid_signature');
  if (!verifyEd25519(message, fromHex(signature), fromHex(key.publicKey))) return refuse('invalid_signature');
  return { ok: true, eventId, keyId, timestampMs };
}

const refuse = (reason: WebhookFailure): WebhookVerdict => ({ ok: false, reason });

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return (typeof found === 'string' ? found : found?.[0]) ?? '';
}

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
