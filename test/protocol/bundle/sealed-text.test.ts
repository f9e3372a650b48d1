import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openText } from '#protocol/bundle/sealed-text.ts';
import { sealText } from '#protocol/bundle/credential-bundle.ts';
import { flipBit, keyPairOf, secretOfText, textOf, withCode, withOneOf } from '../keys.ts';

const base58check = createBase58check(sha256);
const target = keyPairOf(1);
const bundle = await sealText(secretOfText('some words'), target.publicKey);
const openWith = (text: string): Promise<unknown> => openText(text, target.privateKey, 'bundle');

describe('sealed text', () => {
  it('gives any text back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
        const sealed = await sealText(secretOfText(text), target.publicKey);
        expect(textOf(await openText(sealed, target.privateKey, 'bundle'))).toBe(text);
      }),
      { numRuns: 25 },
    );
  });

  it('binds the info: a text of another profile does not open', async () => {
    const other = await sealText(secretOfText('x'), target.publicKey, 'other_hpke');
    await expect(openWith(other)).rejects.toMatchObject(withCode('HPKE_OPEN_FAILED'));
    expect(textOf(await openText(other, target.privateKey, 'bundle', 'other_hpke'))).toBe('x');
  });

  it.each([
    ['empty', ''],
    ['with a character outside the alphabet', `0${bundle.slice(1)}`],
    ['truncated', bundle.slice(0, -1)],
    ['without its checksum', bundle.slice(0, -6)],
    ['with a character changed', bundle.slice(0, 20) + (bundle[20] === 'a' ? 'b' : 'a') + bundle.slice(21)],
    ['of too few bytes', base58check.encode(new Uint8Array(48).fill(2))],
    ['with white space', ` ${bundle}`],
  ])('refuses a bundle that is %s', async (_, text) => {
    await expect(openWith(text)).rejects.toMatchObject(withCode('BUNDLE_MALFORMED'));
  });

  it('slow to read: a text too long for anyone is refused before it is read', async () => {
    await expect(openWith('2'.repeat(8193))).rejects.toMatchObject({
      ...withCode('BUNDLE_MALFORMED'),
      message: 'The bundle is malformed: it is longer than 8192 characters.',
    });
  });

  it('flipped bit: with the checksum made right again, it still does not open', async () => {
    const bytes = base58check.decode(bundle);
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (bit) => {
        await expect(openWith(base58check.encode(flipBit(bytes, bit)))).rejects.toMatchObject(
          withOneOf('HPKE_OPEN_FAILED', 'PUBLIC_KEY_INVALID'),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('takes any text without an error of another kind', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.uint8Array({ maxLength: 120 }).map((bytes) => base58check.encode(bytes)),
        ),
        async (text) => {
          await expect(openWith(text)).rejects.toMatchObject(
            withOneOf('BUNDLE_MALFORMED', 'PUBLIC_KEY_INVALID', 'HPKE_OPEN_FAILED'),
          );
        },
      ),
    );
  });
});
