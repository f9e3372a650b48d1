import { decryptExportBundle, decryptSecretBundle } from '@turnkey/crypto';
import { describe, expect, it } from 'vitest';
import { signEnvelope } from '#protocol/bundle/envelope.ts';
import { makeExportBundle, openExportBundle } from '#protocol/bundle/import-export.ts';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import vectors from '../../vectors/bundles.json' with { type: 'json' };
import { hexOf, keyPairOf, secretOfHex, secretOfText, textOf, withCode } from '../keys.ts';

const quorum = keyPairOf(1);
const target = keyPairOf(2);
const organizationId = '7c4ac0f0-3f5a-4bb9-a7a4-3f0ab5d40e1b';
const mnemonic = 'leaf lady until indicate praise final route toast cake minimum insect unknown';
const exported = '1f'.repeat(32);
const expectation = {
  organizationId,
  quorumPublicKey: toHex(quorum.publicKey),
  targetPrivateKey: target.privateKey,
};
const common = { targetPublicKey: toHex(target.publicKey), organizationId, quorumSignKey: quorum.privateKey };
const bundle = await makeExportBundle({ ...common, plaintext: secretOfHex(exported) });
const vendor = {
  organizationId,
  embeddedKey: hexOf(target.privateKey),
  dangerouslyOverrideSignerPublicKey: toHex(quorum.publicKey),
};

describe('export bundle', () => {
  it('opens the published one', async () => {
    const {
      bundle: published,
      targetPrivateKey,
      organizationId: owner,
      mnemonic: words,
    } = vectors.exportBundle;
    const opened = await openExportBundle(JSON.stringify(published), {
      organizationId: owner,
      quorumPublicKey: published.enclaveQuorumPublic,
      targetPrivateKey: secretOfHex(targetPrivateKey),
    });
    expect(textOf(opened)).toBe(words);
  });

  it('has the published members, in the published order', () => {
    const { data } = JSON.parse(bundle) as { data: string };
    const names = (hex: string): string[] =>
      Object.keys(JSON.parse(Buffer.from(hex, 'hex').toString()) as object);
    expect(names(data)).toEqual(names(vectors.exportBundle.bundle.data));
  });

  it('is opened by us and by the vendor client: a key as hex and as Solana text, words, a secret', async () => {
    expect(hexOf(await openExportBundle(bundle, expectation))).toBe(exported);
    await expect(
      decryptExportBundle({ ...vendor, exportBundle: bundle, returnMnemonic: false }),
    ).resolves.toBe(exported);
    const words = await makeExportBundle({ ...common, plaintext: secretOfText(mnemonic) });
    await expect(decryptExportBundle({ ...vendor, exportBundle: words, returnMnemonic: true })).resolves.toBe(
      mnemonic,
    );
    const secret = await makeExportBundle({ ...common, plaintext: secretOfText('pä$$') });
    await expect(
      decryptSecretBundle({ ...vendor, secretPayload: secret, embeddedPrivateKey: vendor.embeddedKey }),
    ).resolves.toBe('pä$$');
  });

  it('wrong quorum key: a bundle of another enclave is refused', async () => {
    const other = await makeExportBundle({
      ...common,
      quorumSignKey: keyPairOf(3).privateKey,
      plaintext: secretOfHex(exported),
    });
    await expect(openExportBundle(other, expectation)).rejects.toMatchObject(withCode('SIGNER_KEY_MISMATCH'));
  });

  it('organization swapped: a bundle of another organization is refused, rightly signed as it is', async () => {
    const other = await makeExportBundle({
      ...common,
      organizationId: 'other',
      plaintext: secretOfHex(exported),
    });
    await expect(openExportBundle(other, expectation)).rejects.toMatchObject(
      withCode('ORGANIZATION_MISMATCH'),
    );
  });

  it('empty expectation: a bundle without an organization never matches', async () => {
    const nobody = await makeExportBundle({
      ...common,
      organizationId: '',
      plaintext: secretOfHex(exported),
    });
    await expect(openExportBundle(nobody, { ...expectation, organizationId: '' })).rejects.toMatchObject(
      withCode('ORGANIZATION_MISMATCH'),
    );
  });

  it('bundle replayed to another key: it does not open', async () => {
    await expect(
      openExportBundle(bundle, { ...expectation, targetPrivateKey: keyPairOf(4).privateKey }),
    ).rejects.toMatchObject(withCode('HPKE_OPEN_FAILED'));
  });

  it('spliced: the ciphertext of one bundle with the sender key of another does not open', async () => {
    const dataOf = (text: string): Record<string, string> =>
      JSON.parse(Buffer.from((JSON.parse(text) as { data: string }).data, 'hex').toString()) as Record<
        string,
        string
      >;
    const second = await makeExportBundle({ ...common, plaintext: secretOfHex(exported) });
    const spliced = signEnvelope(
      { ...dataOf(bundle), ciphertext: dataOf(second)['ciphertext'] ?? '' },
      quorum.privateKey,
    );
    await expect(openExportBundle(spliced, expectation)).rejects.toMatchObject(withCode('HPKE_OPEN_FAILED'));
  });

  it('names the check in what it says', async () => {
    await expect(openExportBundle(bundle, { ...expectation, organizationId: 'mine' })).rejects.toMatchObject({
      message: `The export bundle is for organizationId ${organizationId}, not for mine.`,
    });
  });

  it.each([
    ['has no sender key', { ciphertext: '00', organizationId }, 'ENVELOPE_MALFORMED'],
    ['has no ciphertext', { encappedPublic: toHex(target.publicKey), organizationId }, 'ENVELOPE_MALFORMED'],
    [
      'has a sender key that is no text',
      { encappedPublic: 4, ciphertext: '00', organizationId },
      'ENVELOPE_MALFORMED',
    ],
    [
      'has a ciphertext that is no hex',
      { encappedPublic: '04', ciphertext: 'zz', organizationId },
      'ENVELOPE_MALFORMED',
    ],
    [
      'has a sender key that is no point',
      { encappedPublic: '04', ciphertext: '00', organizationId },
      'PUBLIC_KEY_INVALID',
    ],
    ['names no organization', { encappedPublic: '04', ciphertext: '00' }, 'ORGANIZATION_MISMATCH'],
    ['is an import bundle', { targetPublic: '04', organizationId, userId: 'u' }, 'ENVELOPE_MALFORMED'],
  ])('refuses signed data that %s', async (_, data, code) => {
    await expect(openExportBundle(signEnvelope(data, quorum.privateKey), expectation)).rejects.toMatchObject(
      withCode(code),
    );
  });

  it('truncated: a ciphertext cut at any place does not open', async () => {
    const { data } = JSON.parse(bundle) as { data: string };
    const whole = JSON.parse(Buffer.from(data, 'hex').toString()) as {
      encappedPublic: string;
      ciphertext: string;
    };
    for (let length = 2; length < whole.ciphertext.length; length += 2) {
      const cut = signEnvelope(
        { ...whole, ciphertext: whole.ciphertext.slice(0, length), organizationId },
        quorum.privateKey,
      );
      await expect(openExportBundle(cut, expectation)).rejects.toMatchObject(withCode('HPKE_OPEN_FAILED'));
    }
    expect(fromHex(whole.ciphertext)).toHaveLength(48);
    expect(toUtf8(bundle).length).toBeLessThan(2000);
  });
});
