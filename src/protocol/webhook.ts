import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { fromHex, toHex, toUtf8 } from './encoding.ts';
import { protocolError } from './errors.ts';
import type { Secret } from './secret.ts';
import { NEUTRAL_WEBHOOK_NAMES, type WebhookNames } from './webhook-names.ts';

/** The one signature algorithm and version that deliveries carry (specification, "Signature"). */
export const WEBHOOK_ALGORITHM = 'ed25519';
export const WEBHOOK_VERSION = 'v1';

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
 * @param privateKey Ed25519 seed, 32 bytes
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
  privateKey: Secret,
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
    [names.signature]: toHex(privateKey.use((key) => ed25519.sign(message, key))),
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

export type WebhookVerdict =
  | { readonly ok: true; readonly eventId: string; readonly keyId: string; readonly timestampMs: number }
  | { readonly ok: false; readonly reason: WebhookFailure; readonly headerName?: string };

/** A delivery as it arrived. */
export interface ReceivedWebhook {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw bytes, before any parser. */
  readonly body: Uint8Array;
}

/** By what a delivery is judged: the known keys, the clock, and how old a timestamp may be, both ways. */
export interface WebhookTrust {
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
  if (!verifyEd25519(fromHex(signature), message, fromHex(key.publicKey))) return refuse('invalid_signature');
  return { ok: true, eventId, keyId, timestampMs };
}

const refuse = (reason: WebhookFailure): WebhookVerdict => ({ ok: false, reason });

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return (typeof found === 'string' ? found : found?.[0]) ?? '';
}

function verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey);
  } catch {
    return false;
  }
}
