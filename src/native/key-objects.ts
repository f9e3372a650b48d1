import { type KeyObject, createPrivateKey, createPublicKey } from 'node:crypto';

/** Beginnings of a SubjectPublicKeyInfo (RFC 5480, RFC 8410), before the compressed or uncompressed point or the 32 bytes. */
const SPKI = {
  p256: '3039301306072a8648ce3d020106082a8648ce3d030107032200',
  p256Uncompressed: '3059301306072a8648ce3d020106082a8648ce3d030107034200',
  secp256k1: '3036301006072a8648ce3d020106052b8104000a032200',
  ed25519: '302a300506032b6570032100',
} as const;
type SpkiForm = keyof typeof SPKI;
const SPKI_HEAD = Object.fromEntries(
  Object.entries(SPKI).map(([form, hex]) => [form, Buffer.from(hex, 'hex')]),
) as Record<SpkiForm, Buffer>;

// DER prefixes of a private key without its public half: PKCS#8 for Ed25519 (RFC 8410), SEC 1 for P-256 (RFC 5915).
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const P256_SEC1_HEAD = Buffer.from('30310201010420', 'hex');
const P256_SEC1_TAIL = Buffer.from('a00a06082a8648ce3d030107', 'hex');

const KEPT_KEYS = 512;

/** Reads public keys for the platform, and keeps the last 512: reading one takes longer than a check with it. */
export function createPublicKeyCache(): (form: SpkiForm, publicKey: Uint8Array) => KeyObject {
  const kept = new Map<string, KeyObject>();
  return (form, publicKey) => {
    const name = form + Buffer.from(publicKey).toString('latin1');
    const known = kept.get(name);
    if (known !== undefined) return known;
    const key = createPublicKey({
      key: Buffer.concat([SPKI_HEAD[form], publicKey]),
      format: 'der',
      type: 'spki',
    });
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_KEYS && oldest !== undefined) kept.delete(oldest);
    kept.set(name, key);
    return key;
  };
}

/**
 * A private key for the platform, for as long as the object is held.
 * @param bytes 32 bytes: the scalar, or the seed
 */
export function privateKeyObject(curve: 'p256' | 'ed25519', bytes: Uint8Array): KeyObject {
  const der =
    curve === 'p256'
      ? Buffer.concat([P256_SEC1_HEAD, bytes, P256_SEC1_TAIL])
      : Buffer.concat([ED25519_PKCS8, bytes]);
  try {
    return createPrivateKey({ key: der, format: 'der', type: curve === 'p256' ? 'sec1' : 'pkcs8' });
  } finally {
    der.fill(0);
  }
}
