import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toUtf8 } from '../../encoding.ts';
import { Secret, secretBytes } from '../../secret.ts';
import { type Point, joinSecret, shareError, splitSecret } from './shamir.ts';
import { SHARE_WORDS } from './share-words.ts';

// Shares k-of-n of a secret as words: SLIP-0039, "Shamir's Secret-Sharing for Mnemonic Codes". Words are numbers of the list until
// they are shown: a number array can be wiped.

/** A share as places of its words in {@link SHARE_WORDS}; to be wiped with `fill(0)`. */
export type ShareIndices = Uint16Array;

/** What a share says beside its value. */
interface Share extends Common {
  readonly groupIndex: number;
  readonly memberIndex: number;
  readonly memberThreshold: number;
  readonly value: Uint8Array;
}
/** What all shares of a set have alike. */
interface Common {
  readonly identifier: number;
  readonly isExtendable: boolean;
  readonly exponent: number;
  readonly groupThreshold: number;
  readonly groupCount: number;
}

const CHECK_WORDS = 3;
/** Identifier, exponent and the share's numbers: two words each. */
const HEAD_WORDS = 4;
const MIN_WORDS = 20;
const MAX_SHARES = 16;
const ROUNDS = 4;
const ITERATIONS = 10_000;
const GENERATOR = [
  ...[0xe0e040, 0x1c1c080, 0x3838100, 0x7070200, 0xe0e0009],
  ...[0x1c0c2412, 0x38086c24, 0x3090fc48, 0x21b1f890, 0x3f3f120],
];
const customization = (isExtendable: boolean): Uint8Array =>
  toUtf8(isExtendable ? 'shamir_extendable' : 'shamir');

/** RS1024 over the words: 1 where a checksum stands at their end and holds. */
function polymod(words: Iterable<number>, isExtendable: boolean): number {
  let check = 1;
  for (const word of [...customization(isExtendable), ...words]) {
    const top = check >>> 20;
    check = ((check & 0xfffff) << 10) ^ word;
    GENERATOR.forEach((each, bit) => {
      if (((top >> bit) & 1) === 1) check ^= each;
    });
  }
  return check >>> 0;
}

/** Writes a share as words. */
function encode(share: Share): ShareIndices {
  const { value } = share;
  const valueWords = Math.ceil((value.length * 8) / 10);
  const words = new Uint16Array(HEAD_WORDS + valueWords + CHECK_WORDS);
  const set = (share.identifier << 5) | (Number(share.isExtendable) << 4) | share.exponent;
  const numbers =
    (share.groupIndex << 16) |
    ((share.groupThreshold - 1) << 12) |
    ((share.groupCount - 1) << 8) |
    (share.memberIndex << 4) |
    (share.memberThreshold - 1);
  words.set([set >> 10, set & 1023, numbers >> 10, numbers & 1023]);
  // Right-aligned: the value's padding is zeros before it.
  let bits = valueWords * 10 - value.length * 8;
  let held = 0;
  let at = HEAD_WORDS;
  for (const byte of value) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 10) {
      bits -= 10;
      words[at++] = held >> bits;
      held &= (1 << bits) - 1;
    }
  }
  const check = polymod(words, share.isExtendable) ^ 1;
  words.set([(check >> 20) & 1023, (check >> 10) & 1023, check & 1023], words.length - CHECK_WORDS);
  return words;
}

/** Reads a share's words. @throws AppError `SHARE_MALFORMED` */
function decode(words: ShareIndices): Share {
  const valueWords = words.length - HEAD_WORDS - CHECK_WORDS;
  const padding = (valueWords * 10) % 16;
  if (words.length < MIN_WORDS || padding > 8)
    throw shareError('SHARE_MALFORMED.length', { words: words.length });
  const [first = 0, second = 0, third = 0, fourth = 0] = words;
  const set = (first << 10) | second;
  const isExtendable = ((set >> 4) & 1) === 1;
  if (polymod(words, isExtendable) !== 1) throw shareError('SHARE_MALFORMED.checksum');
  const numbers = (third << 10) | fourth;
  const value = secretBytes((valueWords * 10 - padding) / 8);
  let held = 0;
  let bits = -padding;
  let at = 0;
  for (const word of words.subarray(HEAD_WORDS, HEAD_WORDS + valueWords)) {
    held = (held << 10) | word;
    bits += 10;
    if (at === 0 && bits <= 10 && held >> bits !== 0) {
      value.fill(0);
      throw shareError('SHARE_MALFORMED.content');
    }
    while (bits >= 8) {
      bits -= 8;
      value[at++] = held >> bits;
      held &= (1 << bits) - 1;
    }
  }
  const share = {
    ...{ identifier: set >> 5, isExtendable, exponent: set & 15 },
    ...{ groupIndex: numbers >> 16, groupThreshold: ((numbers >> 12) & 15) + 1 },
    ...{ groupCount: ((numbers >> 8) & 15) + 1, memberIndex: (numbers >> 4) & 15 },
    ...{ memberThreshold: (numbers & 15) + 1, value },
  };
  if (share.groupThreshold > share.groupCount) {
    value.fill(0);
    throw shareError('SHARE_MALFORMED.content');
  }
  return share;
}

/** The four rounds of the Feistel cipher between a secret and what is shared (SLIP-0039, "Encryption of the master secret"). */
function cipher(
  input: Uint8Array,
  passphrase: Uint8Array,
  common: Common,
  rounds: readonly number[],
): Uint8Array {
  const half = input.length / 2;
  let left = input.slice(0, half);
  let right = input.slice(half);
  const { identifier, isExtendable, exponent } = common;
  const salt = isExtendable ? [] : [...customization(false), identifier >> 8, identifier & 255];
  for (const round of rounds) {
    const password = Uint8Array.of(round, ...passphrase);
    const salted = Uint8Array.of(...salt, ...right);
    const mask = pbkdf2(sha256, password, salted, { c: (ITERATIONS << exponent) / ROUNDS, dkLen: half });
    for (const [n, byte] of mask.entries()) left[n] = (left[n] ?? 0) ^ byte;
    for (const used of [password, salted, mask]) used.fill(0);
    [left, right] = [right, left];
  }
  const output = secretBytes(input.length);
  output.set(right);
  output.set(left, half);
  left.fill(0);
  right.fill(0);
  return output;
}

/**
 * Splits a secret into shares, any `threshold` of which make it again; one group, without a passphrase.
 * @param random gives so many bytes of a CSPRNG
 * @returns each share’s words, wiped by whoever asked
 * @throws AppError `SHARE_COUNT_INVALID`, `SHARE_SECRET_INVALID`
 */
export function splitToShares(
  secret: Secret,
  { threshold, count }: { readonly threshold: number; readonly count: number },
  random: (length: number) => Uint8Array,
): ShareIndices[] {
  // One of several would be the secret itself, on every paper.
  const isCount = [threshold, count].every((each) => Number.isInteger(each) && each >= 2);
  if (!isCount || count > MAX_SHARES || threshold > count) throw shareError('SHARE_COUNT_INVALID');
  if (secret.length < 16 || secret.length % 2 === 1) throw shareError('SHARE_SECRET_INVALID');
  const [high = 0, low = 0] = random(2);
  const common: Common = {
    ...{ identifier: ((high << 8) | low) & 0x7fff, isExtendable: true, exponent: 1 },
    ...{ groupThreshold: 1, groupCount: 1 },
  };
  const sealed = secret.use((bytes) => cipher(bytes, new Uint8Array(), common, [0, 1, 2, 3]));
  const points = splitSecret(sealed, { threshold, count }, random);
  sealed.fill(0);
  const shares = points.map(({ x, y }) =>
    encode({ ...common, groupIndex: 0, memberIndex: x, memberThreshold: threshold, value: y }),
  );
  for (const { y } of points) y.fill(0);
  return shares;
}

/**
 * Makes the secret of exactly as many shares as it needs, also of several groups and with a passphrase.
 * @param passphrase printable ASCII; empty where there is none. A wrong one gives another secret, and no error
 * @throws AppError `SHARE_MALFORMED`, `SHARES_DIFFER`, `SHARE_TWICE`, `SHARES_TOO_FEW`, `SHARES_TOO_MANY`, `SHARES_TAMPERED`
 */
export function joinShares(shares: readonly ShareIndices[], passphrase = ''): Secret {
  const read: Share[] = [];
  const points: Point[] = [];
  try {
    for (const share of shares) read.push(decode(share));
    const [common] = read;
    if (common === undefined) throw shareError('SHARES_TOO_FEW', { needed: 'some', given: 0 });
    if (read.some((each) => setOf(each) !== setOf(common))) throw shareError('SHARES_DIFFER');
    const groups = new Map<number, Share[]>();
    for (const each of read) groups.set(each.groupIndex, [...(groups.get(each.groupIndex) ?? []), each]);
    requireCount(groups.size, common.groupThreshold);
    for (const [x, members] of groups) points.push({ x, y: joinGroup(members) });
    const sealed = joinSecret(points);
    try {
      return new Secret(cipher(sealed, toUtf8(passphrase), common, [3, 2, 1, 0]));
    } finally {
      sealed.fill(0);
    }
  } finally {
    for (const { value } of read) value.fill(0);
    for (const { y } of points) y.fill(0);
  }
}

/** What shares of one set have alike, as a text; the length is part of it. */
const setOf = ({ identifier, isExtendable, exponent, groupThreshold, groupCount, value }: Share): string =>
  [identifier, isExtendable, exponent, groupThreshold, groupCount, value.length].join();

function joinGroup(members: readonly Share[]): Uint8Array {
  const needed = members[0]?.memberThreshold ?? 0;
  if (members.some(({ memberThreshold }) => memberThreshold !== needed)) throw shareError('SHARES_DIFFER');
  if (new Set(members.map(({ memberIndex }) => memberIndex)).size < members.length)
    throw shareError('SHARE_TWICE');
  requireCount(members.length, needed);
  return joinSecret(members.map(({ memberIndex, value }) => ({ x: memberIndex, y: value })));
}

function requireCount(given: number, needed: number): void {
  if (given < needed) throw shareError('SHARES_TOO_FEW', { needed, given });
  if (given > needed) throw shareError('SHARES_TOO_MANY', { needed, given });
}

/**
 * Reads a share as it is typed: each word whole, or by its first four letters or more.
 * @returns its words’ places, wiped by whoever asked @throws AppError `SHARE_MALFORMED.word`
 */
export function readShareWords(words: readonly string[]): ShareIndices {
  return Uint16Array.from(words, (word, n) => {
    const typed = word.toLowerCase();
    const at = SHARE_WORDS.findIndex(
      (each) => each === typed || (typed.length >= 4 && each.startsWith(typed)),
    );
    if (at === -1) throw shareError('SHARE_MALFORMED.word', { position: n + 1 });
    return at;
  });
}

/** Checks one share by itself, before the next one is typed. @throws AppError `SHARE_MALFORMED` */
export function checkShare(words: ShareIndices): { readonly needed: number } {
  const { memberThreshold, value } = decode(words);
  value.fill(0);
  return { needed: memberThreshold };
}
