import { type KeyObject, getCurves, verify } from 'node:crypto';
import { createPublicKeyCache } from '#native/key-objects.ts';
import { type VerifySignature, verifyPortable } from '#protocol/stamp.ts';

const FORM = {
  SIGNATURE_SCHEME_TK_API_P256: 'p256',
  SIGNATURE_SCHEME_TK_API_SECP256K1: 'secp256k1',
  SIGNATURE_SCHEME_TK_API_ED25519: 'ed25519',
} as const;

/** A signature check that may be done in another thread. */
export type VerifyRequest = (...check: Parameters<VerifySignature>) => boolean | Promise<boolean>;

/**
 * A signature check by the platform's crypto, several times faster than the portable one and agreeing with it; parsed
 * public keys are kept. Where the platform lacks secp256k1 (Electron's BoringSSL), the portable check stands in for it.
 * @param isBusy whether other requests wait: then the check is done in one of the platform's threads. Alone, a request
 *   would wait longer for the thread than for its check.
 */
export function nativeVerifier(isBusy: () => boolean): VerifyRequest {
  const keyOf = createPublicKeyCache();
  const hasSecp256k1 = getCurves().includes('secp256k1');
  return (scheme, publicKey, body, signature) => {
    if (scheme === 'SIGNATURE_SCHEME_TK_API_SECP256K1' && !hasSecp256k1) {
      return verifyPortable(scheme, publicKey, body, signature);
    }
    const digest = scheme === 'SIGNATURE_SCHEME_TK_API_ED25519' ? null : 'sha256';
    try {
      const key = keyOf(FORM[scheme], publicKey);
      return isBusy() ? verifyBeside(digest, body, key, signature) : verify(digest, body, key, signature);
    } catch {
      // A public key that is no point of its curve.
      return false;
    }
  };
}

/** The platform copies its arguments, so nothing can change them meanwhile. */
const verifyBeside = (
  digest: string | null,
  body: Uint8Array,
  key: KeyObject,
  signature: Uint8Array,
): Promise<boolean> =>
  new Promise((resolve) => {
    verify(digest, body, key, signature, (error, holds) => resolve(error === null && holds));
  });
