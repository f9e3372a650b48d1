import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { fromBase64Url, fromHex, fromUtf8, sha256Hex, toBase64Url, toUtf8 } from './encoding.ts';
import type { AppError } from './error.ts';
import { protocolError } from './errors.ts';
import { verifyByCurves } from './stamp.ts';

/** The request header that carries a passkey stamp; header names have no case. */
export const WEBAUTHN_STAMP_HEADER = 'X-Stamp-WebAuthn';

/** The scheme of votes by passkey; their signature is the whole stamp as JSON text (docs/decisions/050). */
export const WEBAUTHN_SCHEME = 'SIGNATURE_SCHEME_TK_WEBAUTHN';

const LONGEST_HEADER = 8192;
const base64Url = z
  .string()
  .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'base64url')
  .transform((text) => text.replace(/=+$/, ''));

const webauthnStamp = z.strictObject({
  authenticatorData: base64Url,
  clientDataJson: base64Url,
  credentialId: base64Url,
  signature: base64Url,
});

/** What the passkey header says; each member is base64url without padding, the signature DER inside. */
export type WebauthnStamp = z.output<typeof webauthnStamp>;

/**
 * Reads a passkey stamp: plain JSON text (PROTOCOL.md, section 1.2).
 * @throws AppError `STAMP_MALFORMED` for anything but the JSON object with its four members
 */
export function parseWebauthnStamp(header: string): WebauthnStamp {
  if (header.length > LONGEST_HEADER) throw malformed(`it is longer than ${LONGEST_HEADER} characters`);
  let value: unknown;
  try {
    value = JSON.parse(header);
  } catch (cause) {
    throw malformed('it is not a JSON object', cause);
  }
  const parsed = webauthnStamp.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw malformed(`${['stamp', ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'wrong shape'}`);
}

/**
 * The challenge that an authenticator signs for a request body: the 64 characters of the lowercase hex SHA-256 of the
 * body, as base64url of their ASCII bytes, which is how client data names it (PROTOCOL.md, section 1.2).
 */
export const webauthnChallengeOf = (body: Uint8Array): string => toBase64Url(toUtf8(sha256Hex(body)));

const clientData = z.looseObject({ type: z.literal('webauthn.get'), challenge: z.string() });

/**
 * Whether a vote by passkey holds over its message, for keys of P-256: the client data names the message's challenge, and
 * the signature is of the key. Origin, relying party and counter are the service's to check.
 * @param publicKey compressed, hex
 * @param signature the vote's: the stamp as JSON text
 */
export function holdsWebauthnVote(publicKey: string, message: Uint8Array, signature: string): boolean {
  try {
    const stamp = parseWebauthnStamp(signature);
    const data = fromBase64Url(stamp.clientDataJson);
    const { challenge } = clientData.parse(JSON.parse(fromUtf8(data)));
    const signed = concatBytes(fromBase64Url(stamp.authenticatorData), sha256(data));
    return (
      challenge === webauthnChallengeOf(message) &&
      verifyByCurves(
        'SIGNATURE_SCHEME_TK_API_P256',
        fromHex(publicKey),
        signed,
        fromBase64Url(stamp.signature),
      )
    );
  } catch {
    return false;
  }
}

const malformed = (why: string, cause?: unknown): AppError =>
  protocolError('STAMP_MALFORMED.webauthn', { why, cause });
