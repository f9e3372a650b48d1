import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '#protocol/encoding.ts';
import { SHARE_WORDS } from '#protocol/keys/shares/share-words.ts';
import { checkShare, joinShares, readShareWords, splitToShares } from '#protocol/keys/shares/slip39.ts';
import { Secret } from '#protocol/secret.ts';
// Published with SLIP-0039; the passphrase of all is TREZOR.
import vectors from '#test/vectors/slip39.json' with { type: 'json' };

const read = (mnemonic: string) => readShareWords(mnemonic.split(' '));
const key = (): Uint8Array => Uint8Array.from(randomBytes(32));
const random = (length: number): Uint8Array => Uint8Array.from(randomBytes(length));
const codeOf = (work: () => unknown): unknown => {
  try {
    work();
    return 'nothing was refused';
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};
const split = (bytes: Uint8Array, threshold: number, count: number) =>
  splitToShares(new Secret(bytes.slice()), { threshold, count }, random);

describe('the published vectors of SLIP-0039', () => {
  it.each(vectors as unknown as [string, string[], string, string][])('%s', (_name, mnemonics, secret) => {
    const join = () => joinShares(mnemonics.map(read), 'TREZOR');
    if (secret === '') expect(codeOf(join)).toMatch(/^SHARES?_/);
    else expect(join().use(toHex)).toBe(secret);
  });

  it('are all there, and so are the words', () => {
    expect(vectors).toHaveLength(45);
    expect(new Set(SHARE_WORDS.map((word) => word.slice(0, 4))).size).toBe(1024);
    expect(SHARE_WORDS).toEqual([...SHARE_WORDS].sort());
  });
});

describe('shares of a key', () => {
  it('make it again, any of them, and no fewer', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 2, max: 5 })
          .chain((count) =>
            fc.tuple(
              fc.integer({ min: 2, max: count }),
              fc.constant(count),
              fc.shuffledSubarray([...Array(count).keys()], { minLength: count }),
            ),
          ),
        ([threshold, count, order]) => {
          const secret = key();
          const shares = split(secret, threshold, count);
          const some = order.slice(0, threshold).map((n) => shares[n] ?? new Uint16Array());
          expect(shares.every(({ length }) => length === 33)).toBe(true);
          expect(joinShares(some).use(toHex)).toBe(toHex(secret));
          expect(codeOf(() => joinShares(some.slice(1)))).toBe('SHARES_TOO_FEW');
        },
      ),
      { numRuns: 12 },
    );
  });

  it('refuses a share of another set', () => {
    const [one = new Uint16Array()] = split(key(), 2, 3);
    let other = one;
    // Two sets of the same number, one in 32,768, would be taken for one that was changed.
    while (other[0] === one[0]) [, other = one] = split(key(), 2, 3);
    expect(codeOf(() => joinShares([one, other]))).toBe('SHARES_DIFFER');
  });

  it('refuses a share of the same set given twice, and one too many', () => {
    const [one = new Uint16Array(), two = new Uint16Array(), three = new Uint16Array()] = split(key(), 2, 3);
    expect(codeOf(() => joinShares([one, one]))).toBe('SHARE_TWICE');
    expect(codeOf(() => joinShares([one, two, three]))).toBe('SHARES_TOO_MANY');
  });

  it('refuses every share with one word exchanged, and two words in each other’s place', () => {
    const [share = new Uint16Array()] = split(key(), 2, 2);
    for (let n = 0; n < share.length; n += 1) {
      const edited = share.slice();
      edited[n] = ((edited[n] ?? 0) + 1 + n) % 1024;
      expect(codeOf(() => checkShare(edited))).toBe('SHARE_MALFORMED');
      const turned = share.slice();
      [turned[n], turned[(n + 1) % 33]] = [turned[(n + 1) % 33] ?? 0, turned[n] ?? 0];
      if (turned[n] !== share[n]) expect(codeOf(() => checkShare(turned))).toBe('SHARE_MALFORMED');
    }
  });

  it('refuses a forged share whose words fit: a wrong share mixed in', () => {
    // A share of a set with the same identifier, made by somebody who saw one share.
    const fixed = (length: number): Uint8Array => (length === 2 ? Uint8Array.of(1, 2) : random(length));
    const [one = new Uint16Array()] = splitToShares(new Secret(key()), { threshold: 2, count: 2 }, fixed);
    const [, forged = new Uint16Array()] = splitToShares(
      new Secret(key()),
      { threshold: 2, count: 2 },
      fixed,
    );
    expect(codeOf(() => joinShares([one, forged]))).toBe('SHARES_TAMPERED');
  });

  it('never fails in another way, whatever the words are', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(1023), { maxLength: 40 }), { maxLength: 4 }), (sets) => {
        expect(codeOf(() => joinShares(sets.map((each) => Uint16Array.from(each))))).toMatch(/^SHARES?_/);
      }),
    );
  });

  it('refuses 1 of n, which is the key on every paper, and counts that are none', () => {
    for (const [threshold, count] of [
      [1, 3],
      [3, 2],
      [2, 17],
      [0, 0],
      [1.5, 3],
      [Number.NaN, 3],
    ] as const)
      expect(codeOf(() => split(key(), threshold, count))).toBe('SHARE_COUNT_INVALID');
    expect(codeOf(() => split(new Uint8Array(15), 2, 3))).toBe('SHARE_SECRET_INVALID');
  });

  it('reads words by their first four letters, and names the place of one that is none', () => {
    expect([...read('academic acid acne')]).toEqual([...read('ACAD acid acne')]);
    expect(() => read('academic acidx')).toThrow('Word 2');
    expect(() => read('aca')).toThrow('Word 1');
  });
});
