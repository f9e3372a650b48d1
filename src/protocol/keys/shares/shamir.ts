import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { defineErrors } from '../../define-errors.ts';
import { secretBytes } from '../../secret.ts';

/** Shares that don’t make a secret. Never holds a word or a byte of one. */
export const shareError = defineErrors({
  SHARE_MALFORMED: {
    word: [
      'Word {position} isn’t in the list of share words.',
      'Check its spelling, and type the share again.',
    ],
    length: [
      'A share of a 32-byte key has 33 words; this one has {words}.',
      'Type all the words of one share, in their order.',
    ],
    checksum: [
      'The words don’t fit together: one is wrong, missing or in another place.',
      'Compare them with the paper, and type the share again.',
    ],
    content: ['The share’s checksum holds, but its content isn’t a share.', 'Use another share of the set.'],
  },
  SHARES_DIFFER: [
    'The shares aren’t of one set: they were made for different backups.',
    'Compare the first three words: shares of one set begin alike.',
  ],
  SHARE_TWICE: [
    'The same share was given twice, or two claim the same number.',
    'Give another share of the set.',
  ],
  SHARES_TOO_FEW: [
    'The secret needs {needed} shares, and {given} were given.',
    'Bring the missing shares together first.',
  ],
  SHARES_TOO_MANY: [
    'The secret needs exactly {needed} shares, and {given} were given.',
    'Leave out the surplus shares.',
  ],
  SHARES_TAMPERED: [
    'The shares make no secret: at least one of them was changed after it was made.',
    'Try again with other shares of the set, one exchanged at a time.',
  ],
  SHARE_COUNT_INVALID: [
    'A backup has 2 to 16 shares, and needs at least 2 and at most all of them.',
    'Choose for example 2 of 3.',
  ],
  SHARE_SECRET_INVALID: [
    'A secret has an even number of bytes, 16 at least, to be shared.',
    'Share a key of 32 bytes.',
  ],
});

/** A value of the polynomials at a place. */
export interface Point {
  readonly x: number;
  readonly y: Uint8Array;
}

/** Where the polynomials hold the secret, and the digest that tells a wrong one (SLIP-0039, "Sharing a secret"). */
const SECRET_X = 255;
const DIGEST_X = 254;
const DIGEST_LENGTH = 4;

/** Multiplies in GF(256) with Rijndael’s polynomial, in the same steps whatever the factors are. */
function multiply(one: number, other: number): number {
  let product = 0;
  let factor = one;
  for (let bit = 0; bit < 8; bit += 1) {
    product ^= factor & -((other >> bit) & 1);
    factor = ((factor << 1) ^ (0x11b & -(factor >> 7))) & 0x1ff;
  }
  return product;
}

/** The inverse in GF(256): the 254th power. Of places alone, which are no secret. */
function invert(value: number): number {
  let power = 1;
  for (let n = 0; n < 254; n += 1) power = multiply(power, value);
  return power;
}

/** The polynomials’ value at a place, by Lagrange; in {@link secretBytes}. */
function valueAt(points: readonly Point[], x: number): Uint8Array {
  const value = secretBytes(points[0]?.y.length ?? 0);
  for (const point of points) {
    const weight = points
      .filter((other) => other !== point)
      .reduce((product, other) => multiply(product, multiply(x ^ other.x, invert(point.x ^ other.x))), 1);
    point.y.forEach((byte, n) => {
      value[n] = (value[n] ?? 0) ^ multiply(byte, weight);
    });
  }
  return value;
}

const digestOf = (secret: Uint8Array, random: Uint8Array): Uint8Array =>
  hmac(sha256, random, secret).subarray(0, DIGEST_LENGTH);

/**
 * Splits a secret into points, any `threshold` of which make it again.
 * @param count at most 16 @param random gives so many bytes of a CSPRNG
 * @returns as many points as asked for, whose values are wiped by whoever asked
 */
export function splitSecret(
  secret: Uint8Array,
  { threshold, count }: { readonly threshold: number; readonly count: number },
  random: (length: number) => Uint8Array,
): Point[] {
  if (threshold === 1) return Array.from({ length: count }, (_, x) => ({ x, y: secret.slice() }));
  const drawn = Array.from({ length: threshold - 2 }, (_, x) => ({ x, y: random(secret.length) }));
  const tail = random(secret.length - DIGEST_LENGTH);
  const check = secretBytes(secret.length);
  check.set(digestOf(secret, tail));
  check.set(tail, DIGEST_LENGTH);
  tail.fill(0);
  const known = [...drawn, { x: DIGEST_X, y: check }, { x: SECRET_X, y: secret }];
  const rest = Array.from({ length: count - drawn.length }, (_, n) => {
    const x = drawn.length + n;
    return { x, y: valueAt(known, x) };
  });
  check.fill(0);
  return [...drawn, ...rest];
}

/**
 * Makes the secret of exactly as many points as it needs.
 * @returns the secret, wiped by whoever asked @throws AppError `SHARES_TAMPERED`
 */
export function joinSecret(points: readonly Point[]): Uint8Array {
  if (points.length === 1) return points[0]?.y.slice() ?? secretBytes(0);
  const secret = valueAt(points, SECRET_X);
  const check = valueAt(points, DIGEST_X);
  const digest = digestOf(secret, check.subarray(DIGEST_LENGTH));
  const isWhole = digest.every((byte, n) => byte === check[n]);
  check.fill(0);
  if (isWhole) return secret;
  secret.fill(0);
  throw shareError('SHARES_TAMPERED');
}
