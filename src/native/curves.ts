import { createECDH, sign, verify } from 'node:crypto';
import type { Curves } from '#protocol/curves.ts';
import type { Secret } from '#protocol/secret.ts';
import { createPublicKeyCache, privateKeyObject } from './key-objects.ts';

/**
 * P-256 and Ed25519 by the platform (OpenSSL in Node, BoringSSL in Electron): many times faster than portable code, and agreeing
 * with it (docs/decisions/165-curves-by-the-platform.md). Its ECDSA nonces are random: each signature differs.
 */
export function createNativeCurves(): Curves {
  const publicKeyOf = createPublicKeyCache();
  return {
    verifyP256: (message, signature, publicKey) =>
      verify(
        'sha256',
        message,
        { key: publicKeyOf('p256Uncompressed', publicKey), dsaEncoding: 'ieee-p1363' },
        signature,
      ),
    signP256: (message, privateKey, form) => {
      const key = privateKey.use((bytes) => privateKeyObject('p256', bytes));
      return bytesOf(sign('sha256', message, { key, dsaEncoding: form === 'der' ? 'der' : 'ieee-p1363' }));
    },
    p256PublicKey: (privateKey) => bytesOf(ecdhOf(privateKey).getPublicKey()),
    sharedP256: (privateKey, publicKey) => {
      const x = ecdhOf(privateKey).computeSecret(publicKey);
      try {
        return Uint8Array.from(x);
      } finally {
        x.fill(0);
      }
    },
    verifyEd25519: (message, signature, publicKey) =>
      verify(null, message, publicKeyOf('ed25519', publicKey), signature),
    signEd25519: (message, privateKey) => createEd25519Signer(privateKey)(message),
  };
}

/**
 * Signs with an Ed25519 key that the platform read once, for as long as the function is held.
 * @param privateKey the 32-byte seed; not taken over
 */
export function createEd25519Signer(privateKey: Secret): (message: Uint8Array) => Uint8Array {
  const key = privateKey.use((bytes) => privateKeyObject('ed25519', bytes));
  return (message) => bytesOf(sign(null, message, key));
}

function ecdhOf(privateKey: Uint8Array): ReturnType<typeof createECDH> {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return ecdh;
}

/** The same memory, as a plain array of bytes: the slice of a Buffer makes no copy. */
const bytesOf = (buffer: Buffer): Uint8Array =>
  new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
