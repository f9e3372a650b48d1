import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { decryptCredentialBundle } from '@turnkey/crypto';
import { describe, expect, it } from 'vitest';
import { makeCredentialBundle, openCredentialBundle, sealText } from '#protocol/bundle/credential-bundle.ts';
import vectors from '../../vectors/bundles.json' with { type: 'json' };
import { hexOf, keyPairOf, secretOfHex, secretOfText, withCode } from '../keys.ts';

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
});
