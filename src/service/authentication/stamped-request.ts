import { type KeyObject, createPublicKey, getCurves, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { FRESHNESS } from '#protocol/activity.ts';
import { AppError } from '#protocol/error.ts';
import {
  STAMP_HEADER,
  type SignatureScheme,
  type Stamp,
  type VerifySignature,
  parseStamp,
  verifyPortable,
  verifyStamp,
} from '#protocol/stamp.ts';
import { WEBAUTHN_STAMP_HEADER, type WebauthnStamp, parseWebauthnStamp } from '#protocol/webauthn-stamp.ts';
import { authenticationError } from './errors.ts';

/** The fixed beginnings of a SubjectPublicKeyInfo (RFC 5480, RFC 8410) before the compressed point or the 32 bytes. */
const SPKI_HEAD: Record<SignatureScheme, Buffer> = {
  SIGNATURE_SCHEME_TK_API_P256: Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex'),
  SIGNATURE_SCHEME_TK_API_SECP256K1: Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
  SIGNATURE_SCHEME_TK_API_ED25519: Buffer.from('302a300506032b6570032100', 'hex'),
};
const KEPT_KEYS = 512;

/**
 * A signature check by the platform's crypto, several times faster than the portable one and agreeing with it; parsed
 * public keys are kept. Where the platform lacks secp256k1 (Electron's BoringSSL), the portable check stands in for it.
 */
export function nativeVerifier(): VerifySignature {
  const kept = new Map<string, KeyObject>();
  const hasSecp256k1 = getCurves().includes('secp256k1');

  const keyOf = (scheme: SignatureScheme, publicKey: Uint8Array): KeyObject => {
    const name = scheme + Buffer.from(publicKey).toString('latin1');
    const known = kept.get(name);
    if (known !== undefined) return known;
    const key = createPublicKey({
      key: Buffer.concat([SPKI_HEAD[scheme], publicKey]),
      format: 'der',
      type: 'spki',
    });
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_KEYS && oldest !== undefined) kept.delete(oldest);
    kept.set(name, key);
    return key;
  };

  return (scheme, publicKey, body, signature) => {
    if (scheme === 'SIGNATURE_SCHEME_TK_API_SECP256K1' && !hasSecp256k1) {
      return verifyPortable(scheme, publicKey, body, signature);
    }
    try {
      const digest = scheme === 'SIGNATURE_SCHEME_TK_API_ED25519' ? null : 'sha256';
      return verify(digest, body, keyOf(scheme, publicKey), signature);
    } catch {
      // A public key that is no point of its curve.
      return false;
    }
  };
}

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
