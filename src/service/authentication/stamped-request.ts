import type { IncomingHttpHeaders } from 'node:http';
import { parseStamp, STAMP_HEADER, verifyStamp, type Stamp, type VerifySignature } from '#protocol/stamp.ts';
import { AppError } from '#protocol/error.ts';
import { parseWebauthnStamp, WEBAUTHN_STAMP_HEADER, type WebauthnStamp } from '#protocol/webauthn-stamp.ts';
import { authenticationError } from './errors.ts';

/** A stamp that was sent: of an API key, checked over the body; or of a passkey, not yet checked. */
export type SentStamp =
  | { readonly kind: 'api-key'; readonly stamp: Stamp }
  | { readonly kind: 'passkey'; readonly stamp: WebauthnStamp };

/**
 * Reads the one stamp of a request. That of an API key is checked over exactly these body bytes here; whose it is comes
 * after. A passkey's holds its public key nowhere, so it is checked when its authenticator has been found.
 * @throws ServiceError UNAUTHENTICATED for a missing, malformed, double or wrong stamp (PROTOCOL.md, section 7)
 */
export function readStamp(
  headers: IncomingHttpHeaders,
  body: Uint8Array,
  verify: VerifySignature,
): SentStamp {
  const header = headers[STAMP_HEADER.toLowerCase()];
  const passkey = headers[WEBAUTHN_STAMP_HEADER.toLowerCase()];
  if (header !== undefined && passkey !== undefined) {
    throw authenticationError('UNAUTHENTICATED', { headers: `${STAMP_HEADER} and ${WEBAUTHN_STAMP_HEADER}` });
  }
  if (typeof passkey === 'string' && passkey !== '')
    return { kind: 'passkey', stamp: parsed(parseWebauthnStamp, passkey) };
  if (typeof header !== 'string' || header === '') {
    throw authenticationError('SIGNATURE_MISSING', { headers: `${STAMP_HEADER}/${WEBAUTHN_STAMP_HEADER}` });
  }
  const stamp = parsed(parseStamp, header);
  if (!verifyStamp(stamp, body, verify)) throw authenticationError('SIGNATURE_INVALID.apiKey');
  return { kind: 'api-key', stamp };
}

function parsed<T>(parse: (header: string) => T, header: string): T {
  try {
    return parse(header);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw authenticationError('SIGNATURE_INVALID.malformed', {
      message: error.message,
      whatToDo: error.remedy,
      cause: error,
    });
  }
}
