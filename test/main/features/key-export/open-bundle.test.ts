import { describe, expect, it } from 'vitest';
import { makeExportBundle } from '#protocol/bundle/import-export.ts';
import { signEnvelope } from '#protocol/bundle/envelope.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { seal } from '#protocol/hpke.ts';
import { addressOf } from '#chains/addresses/address-of.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import { Secret } from '#protocol/secret.ts';
import { type BundleExpectation, openBundle } from '#main/features/key-export/open-bundle.ts';
import { recordOfKey, recordOfSecret, recordOfWallet } from '#main/features/key-export/service-record.ts';
import { keyPairOf, secretOfHex, secretOfText } from '#test/protocol/keys.ts';

const quorum = keyPairOf(1);
const target = keyPairOf(2);
const organizationId = '7c4ac0f0-3f5a-4bb9-a7a4-3f0ab5d40e1b';
const privateKeyId = '8a1f0c9e-4f0e-4f7e-9d3c-1b2a3c4d02c9';
const keyHex = '1f'.repeat(32);
const publicKey = publicKeyOf('CURVE_SECP256K1', secretOfHex(keyHex));
const address = addressOf('ADDRESS_FORMAT_ETHEREUM', 'CURVE_SECP256K1', fromHex(publicKey));
const time = '2026-01-02T03:04:05Z';
const record: PrivateKey = {
  privateKeyId,
  privateKeyName: 'treasury',
  publicKey,
  curve: 'CURVE_SECP256K1',
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address }],
  privateKeyTags: [],
  createdAt: time,
  updatedAt: time,
  exported: false,
  imported: false,
};
const expectation: BundleExpectation = {
  organizationId,
  quorumPublicKey: toHex(quorum.publicKey),
  targetPrivateKey: target.privateKey,
  record: recordOfKey(record),
  key: { member: 'privateKeyId', asked: privateKeyId, answered: privateKeyId },
};
const make = (changes: Partial<Parameters<typeof makeExportBundle>[0]> = {}): Promise<string> =>
  makeExportBundle({
    plaintext: secretOfHex(keyHex),
    targetPublicKey: target.publicKey,
    organizationId,
    quorumSignKey: quorum.privateKey,
    ...changes,
  });
/** The check that did not hold, after those that did. */
const fall = async (bundle: string, changes: Partial<BundleExpectation> = {}) => {
  const opened = await openBundle(bundle, { ...expectation, ...changes });
  expect(opened).toMatchObject({ ok: false });
  expect(opened).not.toHaveProperty('plaintext');
  const failed = opened.checks.filter((check) => !check.passed);
  expect(opened.checks.slice(0, -1).every((check) => check.passed)).toBe(true);
  return {
    after: opened.checks.slice(0, -1).map(({ name }) => name),
    name: failed[0]?.name,
    of: failed.length,
  };
};

describe('opening an export bundle', () => {
  it('gives the key, what it makes, and every check in its order', async () => {
    const opened = await openBundle(await make(), expectation);
    expect(opened.ok && opened.plaintext.use(toHex)).toBe(keyHex);
    expect(opened).toMatchObject({
      description: { kind: 'key', keystore: true, derived: [{ value: address, matches: true }] },
    });
    expect(opened.checks.map(({ name, passed }) => [name, passed])).toEqual([
      ['Quorum key', true],
      ['Signature', true],
      ['Organization', true],
      ['Key id', true],
      ['HPKE', true],
      ['Record', true],
    ]);
    expect(JSON.stringify(opened)).not.toContain(keyHex);
  });

  it('attack: wrong quorum key. A bundle that another enclave signed rightly is not opened', async () => {
    const bundle = await make({ quorumSignKey: keyPairOf(3).privateKey });
    expect(await fall(bundle)).toEqual({ after: [], name: 'Quorum key', of: 1 });
  });

  it('attack: the pinned key is named, and another one signed', async () => {
    const bundle = JSON.parse(await make({ quorumSignKey: keyPairOf(3).privateKey })) as Record<
      string,
      string
    >;
    const disguised = JSON.stringify({ ...bundle, enclaveQuorumPublic: toHex(quorum.publicKey) });
    expect(await fall(disguised)).toEqual({ after: ['Quorum key'], name: 'Signature', of: 1 });
  });

  it('attack: changed data under a signature that was right', async () => {
    const [one, other] = [await make(), await make()].map(
      (text) => JSON.parse(text) as Record<string, string>,
    );
    const mixed = JSON.stringify({ ...one, data: other?.['data'] });
    expect(await fall(mixed)).toMatchObject({ name: 'Signature' });
  });

  it('attack: wrong organization. A bundle of another organization of the same service is not opened', async () => {
    const bundle = await make({ organizationId: '00000000-3f5a-4bb9-a7a4-3f0ab5d40e1b' });
    expect(await fall(bundle)).toEqual({ after: ['Quorum key', 'Signature'], name: 'Organization', of: 1 });
  });

  it('attack: wrong key id. An answer that names another key is not opened', async () => {
    const key = {
      member: 'privateKeyId',
      asked: privateKeyId,
      answered: '00000000-4f0e-4f7e-9d3c-1b2a3c4d02c9',
    };
    const after = ['Quorum key', 'Signature', 'Organization'];
    expect(await fall(await make(), { key })).toEqual({ after, name: 'Key id', of: 1 });
  });

  it('attack: wrong key id under the enclave’s signature', async () => {
    const { enc, ciphertext } = await seal(fromHex(keyHex), target.publicKey);
    const data = { encappedPublic: toHex(enc), ciphertext: toHex(ciphertext), organizationId };
    const named = signEnvelope({ ...data, privateKeyId: 'another' }, quorum.privateKey);
    expect(await fall(named)).toMatchObject({ name: 'Key id' });
    const right = signEnvelope({ ...data, privateKeyId }, quorum.privateKey);
    expect(await openBundle(right, expectation)).toMatchObject({ ok: true });
  });

  it('attack: somebody else’s bundle. One that was sealed to another target does not open', async () => {
    const bundle = await make({ targetPublicKey: keyPairOf(4).publicKey });
    const after = ['Quorum key', 'Signature', 'Organization', 'Key id'];
    expect(await fall(bundle)).toEqual({ after, name: 'HPKE', of: 1 });
  });

  it('attack: truncated plaintext. 31 bytes, and none, are no key', async () => {
    for (const hex of ['1f'.repeat(31), '1f'.repeat(33), '']) {
      const plaintext = new Secret(hex === '' ? new Uint8Array() : fromHex(hex));
      expect(await fall(await make({ plaintext }))).toMatchObject({ name: 'Plaintext' });
    }
  });

  it('attack: zero as a key is none of the curve', async () => {
    expect(await fall(await make({ plaintext: secretOfHex('00'.repeat(32)) }))).toMatchObject({
      name: 'Plaintext',
    });
  });

  it('attack: swapped bundle. Another key of the same organization opens, and is an alarm', async () => {
    const opened = await openBundle(await make({ plaintext: secretOfHex('2e'.repeat(32)) }), expectation);
    expect(opened).toMatchObject({ ok: true, description: { derived: [{ matches: false }] } });
    expect(opened.checks.at(-1)).toMatchObject({ name: 'Record', passed: false });
    expect(opened.checks.at(-1)?.detail).not.toContain('2e2e');
  });

  it('names an envelope that is none, and keeps what it was given to itself', async () => {
    expect(await fall('not json')).toEqual({ after: [], name: 'Envelope', of: 1 });
    expect(await fall('{}')).toMatchObject({ name: 'Envelope' });
  });

  it('compares the words of a wallet with each of its accounts', async () => {
    const words = 'leaf lady until indicate praise final route toast cake minimum insect unknown';
    const wallet = {
      walletId: 'w',
      walletName: 'Cold',
      createdAt: time,
      updatedAt: time,
      exported: false,
      imported: false,
    };
    const account = {
      walletAccountId: 'a',
      organizationId,
      walletId: 'w',
      curve: 'CURVE_SECP256K1' as const,
      pathFormat: 'PATH_FORMAT_BIP32' as const,
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
      address,
      createdAt: time,
      updatedAt: time,
    };
    const bundle = await make({ plaintext: secretOfText(words) });
    const none = { record: recordOfWallet(wallet.walletName, []), key: undefined };
    expect(await openBundle(bundle, { ...expectation, ...none })).toMatchObject({
      ok: true,
      description: { kind: 'words', size: '12 words', derived: [] },
    });
    const other = { record: recordOfWallet(wallet.walletName, [account]), key: undefined };
    expect(await openBundle(bundle, { ...expectation, ...other })).toMatchObject({
      ok: true,
      description: { derived: [{ label: account.path, matches: false }] },
    });
    const broken = await make({ plaintext: secretOfText(words.replace('leaf', 'lead')) });
    expect(await fall(broken, none)).toMatchObject({ name: 'Plaintext' });
  });

  it('shows a secret that is no text as hex alone', async () => {
    const changes = { record: recordOfSecret('TOKEN'), key: undefined };
    const formats = async (plaintext: Secret): Promise<unknown> => {
      const opened = await openBundle(await make({ plaintext }), { ...expectation, ...changes });
      return opened.ok && opened.description.formats;
    };
    expect(await formats(secretOfText('line\nline'))).toEqual(['TEXT', 'HEXADECIMAL']);
    expect(await formats(secretOfHex('ff'.repeat(5)))).toEqual(['HEXADECIMAL']);
    expect(await formats(secretOfText('bell\u0007'))).toEqual(['HEXADECIMAL']);
  });
});
