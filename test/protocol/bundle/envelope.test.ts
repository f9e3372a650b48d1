import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEnvelope, signEnvelope } from '#protocol/bundle/envelope.ts';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { compressP256, signP256 } from '#protocol/p256-key.ts';
import vectors from '../../vectors/bundles.json' with { type: 'json' };
import { flipBit, keyPairOf, withCode } from '../keys.ts';

const quorum = keyPairOf(1);
const pinned = toHex(quorum.publicKey);
const data = { targetPublic: '04ab', organizationId: 'org-1' };
const text = signEnvelope(data, quorum.privateKey);
const members = JSON.parse(text) as Record<
  'version' | 'data' | 'dataSignature' | 'enclaveQuorumPublic',
  string
>;
const read = (envelope: unknown, key = pinned): unknown =>
  openEnvelope(typeof envelope === 'string' ? envelope : JSON.stringify(envelope), key, 'envelope');
const signed = (bytes: Uint8Array): unknown => ({
  ...members,
  data: toHex(bytes),
  dataSignature: toHex(signP256(bytes, quorum.privateKey, 'der')),
});

describe('enclave-signed envelope', () => {
  it('has the published members and gives the data back', () => {
    expect(Object.keys(members)).toEqual(['version', 'data', 'dataSignature', 'enclaveQuorumPublic']);
    expect(members.version).toBe('v1.0.0');
    expect(members.enclaveQuorumPublic).toBe(pinned);
    expect(read(text)).toEqual(data);
    expect(read(text, toHex(compressP256(quorum.publicKey, 'key')))).toEqual(data);
  });

  it('gives any data back', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((name) => name !== '__proto__'),
          fc.jsonValue(),
        ),
        (value) => {
          const plain = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
          expect(read(signEnvelope(plain, quorum.privateKey))).toEqual(plain);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('verifies the published envelope against the published key', () => {
    const { bundle, organizationId } = vectors.exportBundle;
    expect(read(bundle, bundle.enclaveQuorumPublic)).toMatchObject({ organizationId });
  });

  it('wrong quorum key: an envelope of another signer is refused before its signature is looked at', () => {
    const other = signEnvelope(data, keyPairOf(2).privateKey);
    expect(() => read(other)).toThrow(expect.objectContaining(withCode('SIGNER_KEY_MISMATCH')));
  });

  it('borrowed name: another signer that names the pinned key is refused', () => {
    const other = JSON.parse(signEnvelope(data, keyPairOf(2).privateKey)) as Record<string, string>;
    expect(() => read({ ...other, enclaveQuorumPublic: pinned })).toThrow(
      expect.objectContaining(withCode('SIGNATURE_INVALID')),
    );
  });

  it('re-serialised data: the signature is over the bytes, not over what they mean', () => {
    const swapped = toHex(toUtf8(JSON.stringify({ organizationId: 'org-1', targetPublic: '04ab' })));
    expect(() => read({ ...members, data: swapped })).toThrow(
      expect.objectContaining(withCode('SIGNATURE_INVALID')),
    );
    const spaced = toHex(toUtf8(JSON.stringify(data, null, 1)));
    expect(() => read({ ...members, data: spaced })).toThrow(
      expect.objectContaining(withCode('SIGNATURE_INVALID')),
    );
  });

  it('organization swapped inside the data: the signature does not hold', () => {
    const swapped = toHex(toUtf8(JSON.stringify({ ...data, organizationId: 'org-2' })));
    expect(() => read({ ...members, data: swapped })).toThrow(
      expect.objectContaining(withCode('SIGNATURE_INVALID')),
    );
  });

  it('transplanted signature: that of another envelope does not hold', () => {
    const other = JSON.parse(
      signEnvelope({ ...data, organizationId: 'org-2' }, quorum.privateKey),
    ) as typeof members;
    expect(() => read({ ...members, dataSignature: other.dataSignature })).toThrow(
      expect.objectContaining(withCode('SIGNATURE_INVALID')),
    );
  });

  it('flipped bit: no change of the data goes unseen', () => {
    fc.assert(
      fc.property(fc.nat(), (bit) => {
        const changed = toHex(flipBit(fromHex(members.data), bit));
        expect(() => read({ ...members, data: changed })).toThrow(
          expect.objectContaining(withCode('SIGNATURE_INVALID')),
        );
      }),
    );
  });

  it.each([
    ['empty', ''],
    ['truncated', text.slice(0, -1)],
    ['no JSON', 'bundle'],
    ['null', 'null'],
    ['a list', '[]'],
    ['of the first version, without version', { ...members, version: undefined }],
    ['without data', { ...members, data: undefined }],
    ['without a signature', { ...members, dataSignature: undefined }],
    ['without the signer’s key', { ...members, enclaveQuorumPublic: undefined }],
    ['with a null key', { ...members, enclaveQuorumPublic: null }],
    ['with data that is no text', { ...members, data }],
    ['with data that is no hex', { ...members, data: 'zz' }],
    ['with data of odd length', { ...members, data: members.data.slice(1) }],
    ['with empty data', { ...members, data: '' }],
    ['with a signature that is no hex', { ...members, dataSignature: 'zz' }],
    ['with signed data that is no UTF-8', signed(Uint8Array.of(0xff))],
    ['with signed data that is no JSON', signed(toUtf8('org-1'))],
    ['with signed data that is a list', signed(toUtf8('[]'))],
    ['with signed data that is null', signed(toUtf8('null'))],
  ])('is malformed when it is %s', (_, envelope) => {
    expect(() => read(envelope)).toThrow(expect.objectContaining(withCode('ENVELOPE_MALFORMED')));
  });

  it('says so when the version is unknown, or the signature has no form', () => {
    expect(() => read({ ...members, version: 'v2.0.0' })).toThrow(
      expect.objectContaining(withCode('ENVELOPE_VERSION')),
    );
    expect(() => read({ ...members, dataSignature: '3000' })).toThrow(
      expect.objectContaining(withCode('SIGNATURE_MALFORMED')),
    );
  });

  it('takes any JSON without an error of another kind', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (any) => {
        expect(() => read(any)).toThrow(expect.objectContaining({ name: 'AppError' }));
      }),
    );
  });
});
