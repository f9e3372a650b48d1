import { p256 } from '@noble/curves/nist.js';
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { toUtf8 } from '../../encoding.ts';
import { Secret } from '../../secret.ts';
import { keyError } from '../../key-errors.ts';
import { HARDENED_OFFSET } from './path.ts';

interface Node {
  readonly key: Uint8Array;
  readonly chainCode: Uint8Array;
}

const ORDER = p256.Point.Fn.ORDER;
const ZERO = Uint8Array.of(0);
const ONE = Uint8Array.of(1);

const bigEndian = (index: number): Uint8Array => numberToBytesBE(index, 4);

/**
 * Derives a private key of Ed25519 (SLIP-10). The standard has hardened children only.
 * @param seed 16 to 64 bytes
 * @param path child numbers, as `parsePath` gives them
 * @returns the 32 bytes that RFC 8032 calls the private key
 * @throws AppError `PATH_INVALID` when a step is not hardened, `SEED_INVALID`
 */
export function deriveEd25519(seed: Secret, path: readonly number[]): Secret {
  const soft = path.findIndex((index) => index < HARDENED_OFFSET);
  if (soft !== -1) {
    throw keyError('PATH_INVALID.hardened', { step: soft + 1 });
  }
  let node = masterOf(seed, 'ed25519 seed');
  for (const index of path) node = step(node, concatBytes(ZERO, node.key, bigEndian(index)));
  return take(node);
}

/**
 * Derives a private key of NIST P-256 (SLIP-10, `nist256p1`).
 * @param seed 16 to 64 bytes
 * @param path child numbers, as `parsePath` gives them
 * @returns 32 bytes
 * @throws AppError `SEED_INVALID`
 */
export function deriveP256(seed: Secret, path: readonly number[]): Secret {
  let node = masterOf(seed, 'Nist256p1 seed');
  // The standard hashes again until the number is a key; the chance of needing it is 2^-32 for this curve.
  while (!p256.utils.isValidSecretKey(node.key)) {
    node = split(hmac(sha512, toUtf8('Nist256p1 seed'), concatBytes(node.key, node.chainCode)));
  }
  for (const index of path) node = childOfP256(node, index);
  return take(node);
}

function childOfP256(parent: Node, index: number): Node {
  const head = index >= HARDENED_OFFSET ? concatBytes(ZERO, parent.key) : p256.getPublicKey(parent.key, true);
  let data = concatBytes(head, bigEndian(index));
  for (;;) {
    const { key: left, chainCode } = split(hmac(sha512, parent.chainCode, data));
    const tweak = bytesToNumberBE(left);
    const child = (tweak + bytesToNumberBE(parent.key)) % ORDER;
    if (tweak < ORDER && child !== 0n) {
      parent.key.fill(0);
      return { key: numberToBytesBE(child, 32), chainCode };
    }
    data = concatBytes(ONE, chainCode, bigEndian(index));
  }
}

function masterOf(seed: Secret, salt: string): Node {
  if (seed.length < 16 || seed.length > 64) {
    throw keyError('SEED_INVALID', { length: seed.length });
  }
  return split(seed.use((bytes) => hmac(sha512, toUtf8(salt), bytes)));
}

function step(parent: Node, data: Uint8Array): Node {
  const child = split(hmac(sha512, parent.chainCode, data));
  parent.key.fill(0);
  data.fill(0);
  return child;
}

const split = (digest: Uint8Array): Node => ({ key: digest.subarray(0, 32), chainCode: digest.subarray(32) });

/** Hands the key over and wipes the chain code, from which children could be made. */
function take(node: Node): Secret {
  const secret = new Secret(Uint8Array.from(node.key));
  node.key.fill(0);
  node.chainCode.fill(0);
  return secret;
}
