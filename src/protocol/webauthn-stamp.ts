import { z } from 'zod';
import { sha256Hex, toBase64Url, toUtf8 } from './encoding.ts';
import { ProtocolError } from './error.ts';

/** The request header that carries a passkey stamp; header names have no case. */
export const WEBAUTHN_STAMP_HEADER = 'X-Stamp-WebAuthn';

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
 * @throws ProtocolError `STAMP_MALFORMED` for anything but the JSON object with its four members
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

const malformed = (why: string, cause?: unknown): ProtocolError =>
  new ProtocolError(
    'STAMP_MALFORMED',
    `could not extract webauthn stamp (${why})`,
    'Stamp the request again.',
    {
      cause,
    },
  );
