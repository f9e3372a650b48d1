import { p256 } from '@noble/curves/nist.js';
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { toUtf8 } from '../../encoding.ts';
import { keyError } from '../../key-errors.ts';
import { Secret } from '../../secret.ts';
import type { KeyCurve } from '../curve.ts';

/** Added to an index to harden it (BIP-32). */
export const HARDENED_OFFSET = 0x80000000;

// BIP-32 keeps the depth in one byte; no wallet goes near that, and each step costs a point multiplication.
const MAX_DEPTH = 32;
const STEP = /^(0|[1-9]\d{0,9})('?)$/;

/**
 * Reads a derivation path of BIP-32: `m`, then steps such as `/44'` (hardened) or `/0`.
 * Strict: no other sign for hardening, no leading zeros, no spaces, no trailing slash.
 * @returns the child numbers, hardened ones with 2^31 added; none for `m` alone
 * @throws AppError `PATH_INVALID`
 */
export function parseDerivationPath(text: string): readonly number[] {
  const [root, ...steps] = text.split('/');
  if (root !== 'm') throw keyError('PATH_INVALID.root');
  if (steps.length > MAX_DEPTH) {
    throw keyError('PATH_INVALID.depth', { steps: steps.length, max: MAX_DEPTH });
  }
  return steps.map((step, position) => {
    const [, digits, mark] = STEP.exec(step) ?? [];
    if (digits === undefined) {
      throw keyError('PATH_INVALID.noIndex', { step: position + 1 });
    }
    const index = Number(digits);
    if (index >= HARDENED_OFFSET) {
      throw keyError('PATH_INVALID.tooLarge', { step: position + 1 });
    }
    return mark === '' ? index : index + HARDENED_OFFSET;
  });
}

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
function deriveEd25519(seed: Secret, path: readonly number[]): Secret {
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
function deriveP256(seed: Secret, path: readonly number[]): Secret {
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

/**
 * Derives a private key of secp256k1 (BIP-32).
 * @param seed 16 to 64 bytes
 * @param path child numbers, as `parsePath` gives them
 * @returns 32 bytes
 * @throws AppError `SEED_INVALID`
 */
function deriveSecp256k1(seed: Secret, path: readonly number[]): Secret {
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

/**
 * Derives the private key of a wallet account: BIP-32 for secp256k1, SLIP-10 for Ed25519 and P-256.
 * @param seed the wallet's seed, 64 bytes from `seedOf`; left as it is
 * @param path as people write it, `m/44'/60'/0'/0/0`
 * @returns 32 bytes
 * @throws AppError `PATH_INVALID`, `SEED_INVALID`
 */
export function derivePrivateKey(curve: KeyCurve, seed: Secret, path: string): Secret {
  const steps = parseDerivationPath(path);
  switch (curve) {
    case 'CURVE_SECP256K1':
      return deriveSecp256k1(seed, steps);
    case 'CURVE_ED25519':
      return deriveEd25519(seed, steps);
    case 'CURVE_P256':
      return deriveP256(seed, steps);
  }
}
