import { getCurves, verify } from 'node:crypto';
import { createPublicKeyCache } from '#native/key-objects.ts';
import { type VerifySignature, verifyPortable } from '#protocol/stamp.ts';

const FORM = {
  SIGNATURE_SCHEME_TK_API_P256: 'p256',
  SIGNATURE_SCHEME_TK_API_SECP256K1: 'secp256k1',
  SIGNATURE_SCHEME_TK_API_ED25519: 'ed25519',
} as const;

/**
 * A signature check by the platform's crypto, several times faster than the portable one and agreeing with it; parsed
 * public keys are kept. Where the platform lacks secp256k1 (Electron's BoringSSL), the portable check stands in for it.
 */
export function nativeVerifier(): VerifySignature {
  const keyOf = createPublicKeyCache();
  const hasSecp256k1 = getCurves().includes('secp256k1');
  return (scheme, publicKey, body, signature) => {
    if (scheme === 'SIGNATURE_SCHEME_TK_API_SECP256K1' && !hasSecp256k1) {
      return verifyPortable(scheme, publicKey, body, signature);
    }
    try {
      const digest = scheme === 'SIGNATURE_SCHEME_TK_API_ED25519' ? null : 'sha256';
      return verify(digest, body, keyOf(FORM[scheme], publicKey), signature);
    } catch {
      // A public key that is no point of its curve.
      return false;
    }
  };
}
