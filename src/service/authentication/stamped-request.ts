import type { IncomingHttpHeaders } from 'node:http';
import { FRESHNESS } from '#protocol/activity.ts';
import { AppError } from '#protocol/error.ts';
import { fromHex } from '#protocol/encoding.ts';
import { STAMP_HEADER, type Stamp, parseStamp } from '#protocol/stamp.ts';
import { WEBAUTHN_STAMP_HEADER, type WebauthnStamp, parseWebauthnStamp } from '#protocol/webauthn-stamp.ts';
import { authenticationError } from './errors.ts';
import type { VerifyRequest } from './native-verify.ts';

/**
 * Refuses a request that was stamped too long ago or too far ahead of this clock (PROTOCOL.md, section 6.3).
 * @param timestampMs as in the request, decimal text
 * @param now milliseconds since the epoch
 * @throws ServiceError INVALID_TIME, saying how far the request's time is off
 */
export function checkFreshness(timestampMs: string, now: number): void {
  const age = now - Number(timestampMs);
  if (age < FRESHNESS.pastMs && age >= -FRESHNESS.futureMs) return;
  const [direction, allowed] =
    age > 0
      ? (['behind', 'less than one hour behind'] as const)
      : (['ahead of', 'at most five minutes ahead'] as const);
  const description = `${duration(Math.abs(age))} ${direction} this service's clock; it may be ${allowed}`;
  throw authenticationError('INVALID_TIME', { field: 'timestampMs', description });
}

/** A duration in words, for example `1 h 0 min 5 s`. */
function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min ${seconds % 60} s`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** A stamp that was sent: of an API key, checked over the body; or of a passkey, not yet checked. */
export type SentStamp =
  | { readonly kind: 'api-key'; readonly stamp: Stamp }
  | { readonly kind: 'passkey'; readonly stamp: WebauthnStamp };

/**
 * Reads the one stamp of a request. That of an API key is checked over exactly these body bytes here; whose it is comes
 * after. A passkey's holds its public key nowhere, so it is checked when its authenticator has been found.
 * @throws ServiceError UNAUTHENTICATED for a missing, malformed, double or wrong stamp (PROTOCOL.md, section 7)
 */
export async function readStamp(
  headers: IncomingHttpHeaders,
  body: Uint8Array,
  verify: VerifyRequest,
): Promise<SentStamp> {
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
  const { scheme, publicKey, signature } = stamp;
  if (!(await verify(scheme, fromHex(publicKey), body, fromHex(signature))))
    throw authenticationError('SIGNATURE_INVALID.apiKey');
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
