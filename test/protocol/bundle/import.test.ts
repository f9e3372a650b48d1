import { encryptPrivateKeyToBundle, encryptSecretToBundle, encryptWalletToBundle } from '@turnkey/crypto';
import { describe, expect, it } from 'vitest';
import { openClientMessage } from '#protocol/bundle/client-message.ts';
import { signEnvelope } from '#protocol/bundle/envelope.ts';
import { makeImportBundle, readImportBundle, readSecretTarget } from '#protocol/bundle/import-bundle.ts';
import { toHex } from '#protocol/encoding.ts';
import { compressP256 } from '#protocol/p256-key.ts';
import { hexOf, keyPairOf, textOf, withCode } from '../keys.ts';

const quorum = keyPairOf(1);
const target = keyPairOf(2);
const organizationId = 'org-1';
const userId = 'user-1';
const pinned = toHex(quorum.publicKey);
const targetPublic = toHex(target.publicKey);
const bundle = makeImportBundle(
  { targetPublicKey: target.publicKey, organizationId, userId },
  quorum.privateKey,
);
const secretTarget = makeImportBundle(
  { targetPublicKey: compressP256(target.publicKey, 'key'), organizationId },
  quorum.privateKey,
);
const vendor = { organizationId, userId, importBundle: bundle, dangerouslyOverrideSignerPublicKey: pinned };

describe('import bundle', () => {
  it('gives the target key back, uncompressed', () => {
    expect(readImportBundle(bundle, { organizationId, userId }, pinned)).toBe(targetPublic);
    expect(readSecretTarget(secretTarget, organizationId, pinned)).toBe(targetPublic);
  });

  it('is taken by the vendor client, and what it seals opens here: a key, words, a secret', async () => {
    const privateKey = 'ab'.repeat(32);
    const key = await encryptPrivateKeyToBundle({ ...vendor, privateKey, keyFormat: 'HEXADECIMAL' });
    expect(hexOf(await openClientMessage(key, target.privateKey))).toBe(privateKey);
    const words = await encryptWalletToBundle({ ...vendor, mnemonic: 'leaf lady until' });
    expect(textOf(await openClientMessage(words, target.privateKey))).toBe('leaf lady until');
    const secret = await encryptSecretToBundle({
      plaintext: 'pä$$',
      ingressTargetBundle: secretTarget,
      organizationId,
      dangerouslyOverrideSignerPublicKey: pinned,
    });
    expect(secret.targetPublicKey).toBe(targetPublic);
    expect(textOf(await openClientMessage(secret.secretPayload, target.privateKey))).toBe('pä$$');
  });

  it('key substitution: a target that the enclave did not sign is refused', () => {
    const forged = makeImportBundle(
      { targetPublicKey: target.publicKey, organizationId, userId },
      keyPairOf(3).privateKey,
    );
    expect(() => readImportBundle(forged, { organizationId, userId }, pinned)).toThrow(
      expect.objectContaining(withCode('SIGNER_KEY_MISMATCH')),
    );
  });

  it('organization swapped, user swapped: a target made for another is refused', () => {
    expect(() => readImportBundle(bundle, { organizationId: 'org-2', userId }, pinned)).toThrow(
      expect.objectContaining(withCode('ORGANIZATION_MISMATCH')),
    );
    expect(() => readImportBundle(bundle, { organizationId, userId: 'user-2' }, pinned)).toThrow(
      expect.objectContaining(withCode('USER_MISMATCH')),
    );
    expect(() => readSecretTarget(secretTarget, 'org-2', pinned)).toThrow(
      expect.objectContaining(withCode('ORGANIZATION_MISMATCH')),
    );
  });

  it('wrong kind: the target of a secret does not pass for that of a key', () => {
    expect(() => readImportBundle(secretTarget, { organizationId, userId }, pinned)).toThrow(
      expect.objectContaining(withCode('USER_MISMATCH')),
    );
  });

  it.each([
    ['without a target', { organizationId, userId }, 'ENVELOPE_MALFORMED'],
    [
      'with a target that is no point',
      { organizationId, userId, targetPublic: `04${'00'.repeat(64)}` },
      'PUBLIC_KEY_INVALID',
    ],
    ['with a target that is empty', { organizationId, userId, targetPublic: '' }, 'ENVELOPE_MALFORMED'],
  ])('refuses signed data %s', (_, data, code) => {
    const signed = signEnvelope(data, quorum.privateKey);
    expect(() => readImportBundle(signed, { organizationId, userId }, pinned)).toThrow(
      expect.objectContaining(withCode(code)),
    );
  });

  it('is not made for a key that is none', () => {
    expect(() => makeImportBundle({ targetPublicKey: '04', organizationId }, quorum.privateKey)).toThrow(
      expect.objectContaining(withCode('PUBLIC_KEY_INVALID')),
    );
  });
});
