import { HDKey } from '@scure/bip32';
import { Secret } from '../../secret.ts';
import { keyError } from '../../key-errors.ts';

/**
 * Derives a private key of secp256k1 (BIP-32).
 * @param seed 16 to 64 bytes
 * @param path child numbers, as `parsePath` gives them
 * @returns 32 bytes
 * @throws AppError `SEED_INVALID`
 */
export function deriveSecp256k1(seed: Secret, path: readonly number[]): Secret {
  if (seed.length < 16 || seed.length > 64) {
    throw keyError('SEED_INVALID', { length: seed.length });
  }
  let node = seed.use((bytes) => HDKey.fromMasterSeed(bytes));
  for (const index of path) {
    const child = node.deriveChild(index);
    node.wipePrivateData();
    node = child;
  }
  const key = node.privateKey;
  if (key === null) throw keyError('DERIVATION_FAILED');
  const secret = new Secret(Uint8Array.from(key));
  node.wipePrivateData();
  return secret;
}
