import { decryptCredentialBundle } from '@turnkey/crypto';
import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCredentialBundle, openCredentialBundle } from '../../../src/protocol/bundle/credential.ts';
import { sealText } from '../../../src/protocol/bundle/sealed-text.ts';
import vectors from '../../vectors/bundles.json' with { type: 'json' };
import { flipBit, hexOf, keyPairOf, secretOfHex, secretOfText, withCode, withOneOf } from '../keys.ts';

const base58check = createBase58check(sha256);
const target = keyPairOf(1);
const apiKey = hexOf(keyPairOf(7).privateKey);
const bundle = await makeCredentialBundle(secretOfHex(apiKey), target.publicKey);

describe('credential bundle', () => {
  it.each(vectors.credentialBundles)(
    'opens the published $bundle',
    async ({ bundle: text, targetPrivateKey, credential }) => {
      expect(hexOf(await openCredentialBundle(text, secretOfHex(targetPrivateKey)))).toBe(credential);
    },
  );

  it('is opened by us and by the vendor client', async () => {
    expect(hexOf(await openCredentialBundle(bundle, target.privateKey))).toBe(apiKey);
    expect(decryptCredentialBundle(bundle, hexOf(target.privateKey))).toBe(apiKey);
  });

  it('has no version byte: 33 bytes of key, 32 of credential, 16 of tag', () => {
    expect(base58check.decode(bundle)).toHaveLength(33 + 32 + 16);
  });

  it('replayed to another key: another client cannot open it', async () => {
    await expect(openCredentialBundle(bundle, keyPairOf(2).privateKey)).rejects.toMatchObject(
      withCode('HPKE_OPEN_FAILED'),
    );
  });

  it('not a key: a bundle that holds anything else is refused', async () => {
    for (const plaintext of ['not a private key', '0'.repeat(33), '']) {
      const other = await sealText(secretOfText(plaintext), target.publicKey);
      await expect(openCredentialBundle(other, target.privateKey)).rejects.toMatchObject(
        withCode('CREDENTIAL_INVALID'),
      );
    }
    const zero = await sealText(secretOfHex('00'.repeat(32)), target.publicKey);
    await expect(openCredentialBundle(zero, target.privateKey)).rejects.toMatchObject(
      withCode('CREDENTIAL_INVALID'),
    );
  });

  it.each([
    ['empty', ''],
    ['with a character outside the alphabet', `0${bundle.slice(1)}`],
    ['truncated', bundle.slice(0, -1)],
    ['without its checksum', bundle.slice(0, -6)],
    ['with a character changed', bundle.slice(0, 20) + (bundle[20] === 'a' ? 'b' : 'a') + bundle.slice(21)],
    ['of too few bytes', base58check.encode(new Uint8Array(48).fill(2))],
    ['with white space', ` ${bundle}`],
    ['far too long', '2'.repeat(100_000)],
  ])('refuses a bundle that is %s', async (_, text) => {
    await expect(openCredentialBundle(text, target.privateKey)).rejects.toMatchObject(
      withCode('BUNDLE_MALFORMED'),
    );
  });

  it('flipped bit: with the checksum made right again, it still does not open', async () => {
    const bytes = base58check.decode(bundle);
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (bit) => {
        await expect(
          openCredentialBundle(base58check.encode(flipBit(bytes, bit)), target.privateKey),
        ).rejects.toMatchObject(withOneOf('HPKE_OPEN_FAILED', 'PUBLIC_KEY_INVALID'));
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
          await expect(openCredentialBundle(text, target.privateKey)).rejects.toMatchObject(
            withOneOf('BUNDLE_MALFORMED', 'PUBLIC_KEY_INVALID', 'HPKE_OPEN_FAILED'),
          );
        },
      ),
    );
  });
});
