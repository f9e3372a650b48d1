import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { ApiKeyCurve } from '#protocol/stamp.ts';

/** What looking at a key of Ed25519 takes, in milliseconds; the others take a tenth. */
export const LOOK_MS = 2;

/** What was found of the last keys: a transaction has no time to look at a thousand once more. */
const found = new Map<string, string | undefined>();
/** Twice as many as one request may have. */
const MOST_KEPT = 2000;

/**
 * What is wrong with a public key as an API key of a curve, or undefined when nothing is.
 * @param publicKey hex: compressed SEC1 for the ECDSA curves, 32 bytes for Ed25519
 */
export function faultOfPublicKey(curve: ApiKeyCurve, publicKey: string): string | undefined {
  const name = `${curve} ${publicKey}`;
  if (found.has(name)) return found.get(name);
  const fault = faultIn(curve, publicKey);
  const [oldest] = found.keys();
  if (found.size >= MOST_KEPT && oldest !== undefined) found.delete(oldest);
  found.set(name, fault);
  return fault;
}

function faultIn(curve: ApiKeyCurve, publicKey: string): string | undefined {
  const digits = curve === 'API_KEY_CURVE_ED25519' ? 64 : 66;
  if (publicKey.length !== digits) return `must have ${digits} hex digits for ${curve}`;
  try {
    switch (curve) {
      case 'API_KEY_CURVE_P256':
        p256.Point.fromHex(publicKey).assertValidity();
        return undefined;
      case 'API_KEY_CURVE_SECP256K1':
        secp256k1.Point.fromHex(publicKey).assertValidity();
        return undefined;
      case 'API_KEY_CURVE_ED25519': {
        const point = ed25519.Point.fromHex(publicKey);
        // A key of small order would let one signature hold over many bodies.
        if (point.isSmallOrder()) return 'is a point of small order';
        // A key with a part of small order: verifiers disagree about its signatures, and it has twins.
        return point.isTorsionFree() ? undefined : 'is a point of mixed order';
      }
    }
  } catch {
    return `is not a point of the curve of ${curve}`;
  }
}
