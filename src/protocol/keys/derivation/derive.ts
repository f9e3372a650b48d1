import type { Secret } from '../../secret.ts';
import type { KeyCurve } from '../curve.ts';
import { parsePath } from './path.ts';
import { deriveSecp256k1 } from './secp256k1.ts';
import { deriveEd25519, deriveP256 } from './slip10.ts';

/**
 * Derives the private key of a wallet account: BIP-32 for secp256k1, SLIP-10 for Ed25519 and P-256.
 * @param seed the wallet's seed, 64 bytes from `seedOf`; left as it is
 * @param path as people write it, `m/44'/60'/0'/0/0`
 * @returns 32 bytes
 * @throws AppError `PATH_INVALID`, `SEED_INVALID`
 */
export function derivePrivateKey(curve: KeyCurve, seed: Secret, path: string): Secret {
  const steps = parsePath(path);
  switch (curve) {
    case 'CURVE_SECP256K1':
      return deriveSecp256k1(seed, steps);
    case 'CURVE_ED25519':
      return deriveEd25519(seed, steps);
    case 'CURVE_P256':
      return deriveP256(seed, steps);
  }
}
