import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { z } from 'zod';
import { curves, verifyEd25519 } from './curves.ts';
import { fromBase64Url, fromHex, fromUtf8, toBase64Url, toHex, toUtf8 } from './encoding.ts';
import type { AppError } from './error.ts';
import { protocolError } from './errors.ts';

/** The request header that carries an API-key stamp. */
export const STAMP_HEADER = 'X-Stamp';

export const API_KEY_CURVES = [
  'API_KEY_CURVE_P256',
  'API_KEY_CURVE_SECP256K1',
  'API_KEY_CURVE_ED25519',
] as const;
export type ApiKeyCurve = (typeof API_KEY_CURVES)[number];

/** Scheme names by curve; the vendor's letters in them are part of the published format (PROTOCOL.md, section 1.1). */
export const SCHEME_OF_CURVE = {
  API_KEY_CURVE_P256: 'SIGNATURE_SCHEME_TK_API_P256',
  API_KEY_CURVE_SECP256K1: 'SIGNATURE_SCHEME_TK_API_SECP256K1',
  API_KEY_CURVE_ED25519: 'SIGNATURE_SCHEME_TK_API_ED25519',
} as const satisfies Record<ApiKeyCurve, string>;

export type SignatureScheme = (typeof SCHEME_OF_CURVE)[ApiKeyCurve];

const KEY_TEXT = /^(?:0[23][0-9a-f]{64}|[0-9a-f]{64})$/;
const stampSchema = z.strictObject({
  publicKey: z.string().regex(KEY_TEXT),
  scheme: z.enum(Object.values(SCHEME_OF_CURVE)),
  signature: z
    .string()
    .regex(/^(?:[0-9a-f]{2})+$/)
    .max(160),
});

/** What the `X-Stamp` header says: public key and signature as lowercase hex. */
export type Stamp = z.infer<typeof stampSchema>;

/** Something that signs request bodies: in the vault, or over raw bytes in tests. */
export interface Signer {
  readonly publicKey: string;
  readonly scheme: SignatureScheme;
  /** Signs the exact body: DER over SHA-256(body) for ECDSA, 64 raw bytes over the body itself for Ed25519. */
  sign(body: Uint8Array): Uint8Array;
}

/** Checks one signature as {@link Signer.sign} makes it; false for anything malformed, never an exception. */
export type VerifySignature = (
  scheme: SignatureScheme,
  publicKey: Uint8Array,
  body: Uint8Array,
  signature: Uint8Array,
) => boolean;

/** Makes the `X-Stamp` header value over the exact bytes of a request body (PROTOCOL.md, section 1.1). */
export function stamp(body: Uint8Array, signer: Signer): string {
  const value: Stamp = {
    publicKey: signer.publicKey,
    scheme: signer.scheme,
    signature: toHex(signer.sign(body)),
  };
  return toBase64Url(toUtf8(JSON.stringify(value)));
}

/**
 * Reads an `X-Stamp` header value.
 * @throws AppError `STAMP_MALFORMED` for anything but base64url of the JSON object with its three members
 */
export function parseStamp(header: string): Stamp {
  let value: unknown;
  try {
    value = JSON.parse(fromUtf8(fromBase64Url(header, 'stamp'), 'stamp'));
  } catch (cause) {
    throw malformed('it is not base64url of a JSON object', cause);
  }
  const parsed = stampSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = ['stamp', ...(issue?.path ?? [])].join('.');
    throw malformed(`${where}: ${issue?.message ?? 'wrong shape'}`);
  }
  const ed25519Key = parsed.data.publicKey.length === 64;
  if (ed25519Key !== (parsed.data.scheme === SCHEME_OF_CURVE.API_KEY_CURVE_ED25519)) {
    throw malformed('publicKey: its length does not fit the scheme');
  }
  return parsed.data;
}

function malformed(why: string, cause?: unknown): AppError {
  return protocolError('STAMP_MALFORMED.apiKey', { why, cause });
}

/** Whether the stamp's signature holds over exactly these body bytes. */
export function verifyStamp(
  value: Stamp,
  body: Uint8Array,
  verify: VerifySignature = verifyByCurves,
): boolean {
  return verify(value.scheme, fromHex(value.publicKey), body, fromHex(value.signature));
}

/** Signature check in portable code. ECDSA accepts high S: published clients do not normalise (PROTOCOL.md, 1.1). */
export const verifyPortable: VerifySignature = (scheme, publicKey, body, signature) => {
  try {
    switch (scheme) {
      case 'SIGNATURE_SCHEME_TK_API_P256':
        return p256.verify(signature, body, publicKey, { format: 'der', lowS: false });
      case 'SIGNATURE_SCHEME_TK_API_SECP256K1':
        return secp256k1.verify(signature, body, publicKey, { format: 'der', lowS: false });
      case 'SIGNATURE_SCHEME_TK_API_ED25519':
        return ed25519.verify(signature, body, publicKey);
    }
  } catch {
    return false;
  }
};

/**
 * The same check with P-256 and Ed25519 as the program computes them ({@link curves}); secp256k1 stays in portable code. An
 * Ed25519 key of small or mixed order has no signature that holds.
 */
export const verifyByCurves: VerifySignature = (scheme, publicKey, body, signature) => {
  if (scheme === 'SIGNATURE_SCHEME_TK_API_ED25519') return verifyEd25519(body, signature, publicKey);
  if (scheme !== 'SIGNATURE_SCHEME_TK_API_P256') return verifyPortable(scheme, publicKey, body, signature);
  try {
    const numbers = p256.Signature.fromBytes(signature, 'der').toBytes('compact');
    return curves().verifyP256(body, numbers, p256.Point.fromBytes(publicKey).toBytes(false));
  } catch {
    return false;
  }
};

/**
 * The one text of a public key, as stamps name it: compressed SEC1 or 32 bytes, as lowercase hex. Checks of a signature take
 * other forms of a key as well, and one key must not count as two.
 * @param scheme of a vote; every other than the API keys' two is P-256
 */
export function publicKeyText(scheme: string, publicKey: string): string {
  // A point is costly to compute.
  if (KEY_TEXT.test(publicKey)) return publicKey;
  const bytes = fromHex(publicKey);
  switch (scheme) {
    case 'SIGNATURE_SCHEME_TK_API_ED25519':
      return toHex(bytes);
    case 'SIGNATURE_SCHEME_TK_API_SECP256K1':
      return secp256k1.Point.fromBytes(bytes).toHex(true);
    default:
      return p256.Point.fromBytes(bytes).toHex(true);
  }
}

/** The public key of a raw 32-byte private key: compressed SEC1 hex, or 32 bytes of hex for Ed25519. */
export function apiPublicKeyOf(curve: ApiKeyCurve, privateKey: Uint8Array): string {
  switch (curve) {
    case 'API_KEY_CURVE_P256':
      return toHex(p256.getPublicKey(privateKey, true));
    case 'API_KEY_CURVE_SECP256K1':
      return toHex(secp256k1.getPublicKey(privateKey, true));
    case 'API_KEY_CURVE_ED25519':
      return toHex(ed25519.getPublicKey(privateKey));
  }
}

/**
 * A signer over raw private key bytes, in portable code.
 * @param privateKey 32 bytes; kept by reference, so wiping them ends the signer
 */
export function portableSigner(curve: ApiKeyCurve, privateKey: Uint8Array): Signer {
  const publicKey = apiPublicKeyOf(curve, privateKey);
  const sign = (body: Uint8Array): Uint8Array => {
    switch (curve) {
      case 'API_KEY_CURVE_P256':
        return p256.sign(body, privateKey, { format: 'der', lowS: false });
      case 'API_KEY_CURVE_SECP256K1':
        return secp256k1.sign(body, privateKey, { format: 'der' });
      case 'API_KEY_CURVE_ED25519':
        return ed25519.sign(body, privateKey);
    }
  };
  return { publicKey, scheme: SCHEME_OF_CURVE[curve], sign };
}
