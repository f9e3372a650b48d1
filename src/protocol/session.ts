import { sha256 } from '@noble/hashes/sha2.js';
import { z } from 'zod';
import { fromBase64Url, fromUtf8, toBase64Url, toUtf8 } from './encoding.ts';
import type { AppError } from './error.ts';
import { protocolError } from './errors.ts';
import { signP256, uncompressP256, verifyP256 } from './p256-key.ts';
import type { Secret } from './secret.ts';

const MAX_LENGTH = 16_384;
/** The last second that dates have (ECMA-262): what shows a session’s end has none for later ones. */
const MAX_EXP = 8_640_000_000_000;

const header = z.looseObject({ alg: z.literal('ES256'), typ: z.literal('JWT') });

const claims = z.looseObject({
  exp: z.number().int().positive().max(MAX_EXP),
  public_key: z.string().regex(/^[0-9a-f]+$/),
  session_type: z.string().min(1),
  user_id: z.string().min(1),
  organization_id: z.string().min(1),
  session_profile_id: z.string().optional(),
  scope: z.string().optional(),
});

/**
 * What a session JWT says (PROTOCOL.md, section 4). `exp` is in seconds; `public_key` is the hex of the client's key,
 * which stamps the session's requests: the token itself is never sent.
 */
export type SessionClaims = z.infer<typeof claims>;

/**
 * Signs a session JWT: ES256 applied to the SHA-256 of `header.payload`, so the text is hashed twice.
 * @param notarizerKey the service's session key
 * @throws AppError `SESSION_MALFORMED` for claims that no reader would take
 */
export function signSession(value: SessionClaims, notarizerKey: Secret): string {
  const input = [{ alg: 'ES256', typ: 'JWT' }, readClaims(value)]
    .map((part) => toBase64Url(toUtf8(JSON.stringify(part))))
    .join('.');
  return `${input}.${toBase64Url(signP256(sha256(toUtf8(input)), notarizerKey, 'compact'))}`;
}

/**
 * Reads a session JWT without checking its signature or expiry: for showing what it says.
 * @throws AppError `SESSION_MALFORMED`
 */
export const parseSession = (jwt: string): SessionClaims => split(jwt).claims;

/**
 * Checks a session JWT: form, then signature, then expiry.
 * @param notarizerPublicKey the pinned session key, hex
 * @param nowMs milliseconds since the epoch
 * @throws AppError `SESSION_MALFORMED`, `SIGNATURE_MALFORMED`, `SIGNATURE_INVALID`, `SESSION_EXPIRED` (from `exp` on)
 */
export function verifySession(jwt: string, notarizerPublicKey: string, nowMs: number): SessionClaims {
  const { input, signature, claims: value } = split(jwt);
  const key = uncompressP256(notarizerPublicKey, 'session notarizer key');
  verifyP256(sha256(toUtf8(input)), signature, key, { form: 'compact', what: 'session' });
  if (!(nowMs < value.exp * 1000)) {
    throw protocolError('SESSION_EXPIRED', { end: endOf(value.exp) });
  }
  return value;
}

function endOf(seconds: number): string {
  const end = new Date(seconds * 1000);
  return Number.isNaN(end.getTime()) ? `second ${seconds}` : end.toISOString();
}

function split(jwt: string): { input: string; signature: Uint8Array; claims: SessionClaims } {
  if (jwt.length > MAX_LENGTH) throw malformed(`it is longer than ${MAX_LENGTH} characters`);
  const [head, payload, signature, ...rest] = jwt.split('.');
  if (head === undefined || payload === undefined || signature === undefined || rest.length > 0) {
    throw malformed('it does not have three parts');
  }
  if (!header.safeParse(readPart(head, 'header')).success)
    throw malformed('its header is not that of an ES256 JWT');
  return {
    input: `${head}.${payload}`,
    signature: readBytes(signature, 'signature'),
    claims: readClaims(readPart(payload, 'payload')),
  };
}

function readClaims(value: unknown): SessionClaims {
  const parsed = claims.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw malformed(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong shape'}`);
}

function readPart(part: string, what: string): unknown {
  const bytes = readBytes(part, what);
  try {
    return JSON.parse(fromUtf8(bytes, what));
  } catch (cause) {
    throw malformed(`its ${what} is no JSON`, cause);
  }
}

function readBytes(part: string, what: string): Uint8Array {
  // Padding is no part of a JWT (RFC 7515, section 2): the same token would have two spellings.
  if (part.endsWith('=')) throw malformed(`its ${what} has padding`);
  try {
    return fromBase64Url(part, what);
  } catch (cause) {
    throw malformed(`its ${what} is no base64url`, cause);
  }
}

const malformed = (why: string, cause?: unknown): AppError =>
  protocolError('SESSION_MALFORMED', { why, cause });
