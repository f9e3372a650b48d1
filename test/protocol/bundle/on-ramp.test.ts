import { encryptOnRampSecret } from '@turnkey/crypto';
import { describe, expect, it } from 'vitest';
import { openOnRampCredential } from '#protocol/bundle/sealed-text.ts';
import { sealOnRampCredential } from '#protocol/bundle/credential-bundle.ts';
import { toHex } from '#protocol/encoding.ts';
import { compressP256 } from '#protocol/p256-key.ts';
import { keyPairOf, secretOfText, textOf, withCode } from '../keys.ts';

const onRamp = keyPairOf(3);
const publishedKey = toHex(compressP256(onRamp.publicKey, 'key'));

describe('on-ramp credential', () => {
  it('opens what the vendor client sealed to our compressed key', async () => {
    const text = encryptOnRampSecret('sk_test_1ä', publishedKey);
    expect(textOf(await openOnRampCredential(text, onRamp.privateKey))).toBe('sk_test_1ä');
  });

  it('opens what we sealed', async () => {
    const text = await sealOnRampCredential(secretOfText('sk_test_2'), publishedKey);
    expect(textOf(await openOnRampCredential(text, onRamp.privateKey))).toBe('sk_test_2');
  });

  it('sealed to another service: it does not open', async () => {
    const text = encryptOnRampSecret('sk_test_3', toHex(compressP256(keyPairOf(4).publicKey, 'key')));
    await expect(openOnRampCredential(text, onRamp.privateKey)).rejects.toMatchObject(
      withCode('HPKE_OPEN_FAILED'),
    );
  });

  it('in clear: a secret that was never sealed is refused', async () => {
    await expect(openOnRampCredential('sk_test_4', onRamp.privateKey)).rejects.toMatchObject(
      withCode('BUNDLE_MALFORMED'),
    );
  });
});
