import { type KeyObject, createPublicKey, getCurves, verify } from 'node:crypto';
import { type SignatureScheme, type VerifySignature, verifyPortable } from '#protocol/stamp.ts';

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
