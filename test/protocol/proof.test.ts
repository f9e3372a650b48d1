import { verifyAppProofSignature } from '@turnkey/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { makeAppProof, verifyAppProof, type AppProof } from '#protocol/proof.ts';
import { deriveQuorumKey } from '#protocol/quorum-key.ts';
import vectors from '../vectors/app-proofs.json' with { type: 'json' };
import { flipBit, secretOfHex, withCode, withOneOf } from './keys.ts';

const ephemeral = deriveQuorumKey(secretOfHex('1f'.repeat(32)));
const trusted = toHex(ephemeral.publicKey);
const payload = {
  type: 'APP_PROOF_TYPE_POLICY_OUTCOME',
  timestampMs: '1758058763571',
  policyOutcomeProof: { organizationId: 'org-1', outcome: 'OUTCOME_ALLOW' },
};
const proof = makeAppProof(payload, ephemeral);
const check = (changed: Partial<AppProof>, key = trusted): unknown =>
  verifyAppProof({ ...proof, ...changed }, key);
const theirs = (value: AppProof): void => verifyAppProofSignature(value as never);

describe('app proof', () => {
  it.each(vectors)('verifies the published proof $signature', (vector) => {
    expect(verifyAppProof(vector, vector.publicKey)).toMatchObject({
      type: 'APP_PROOF_TYPE_ADDRESS_DERIVATION',
    });
  });

  it('is verified by us and by the vendor client', () => {
    expect(check({})).toEqual(payload);
    expect(() => theirs(proof)).not.toThrow();
  });

  it('of another enclave: it is refused, whole as it is', () => {
    const other = makeAppProof(payload, deriveQuorumKey(secretOfHex('2f'.repeat(32))));
    expect(() => verifyAppProof(other, trusted)).toThrow(
      expect.objectContaining(withCode('PROOF_KEY_MISMATCH')),
    );
  });

  it('swapped parts: payload, signature or key of another proof do not verify', () => {
    const [first, second] = vectors;
    if (first === undefined || second === undefined) throw new Error('the vectors hold two proofs');
    for (const changed of [
      { ...first, proofPayload: second.proofPayload },
      { ...first, signature: second.signature },
      { ...first, publicKey: second.publicKey },
    ]) {
      expect(() => verifyAppProof(changed, changed.publicKey)).toThrow(
        expect.objectContaining(withCode('SIGNATURE_INVALID')),
      );
    }
  });

  it('re-serialised payload: the signature is over the text as sent', () => {
    expect(() => check({ proofPayload: JSON.stringify(payload, null, 1) })).toThrow(
      expect.objectContaining(withCode('SIGNATURE_INVALID')),
    );
  });

  it('swapped halves: a signature by the encrypt half does not verify', () => {
    const swapped = makeAppProof(payload, { ...ephemeral, sign: ephemeral.encrypt });
    expect(() => verifyAppProof(swapped, trusted)).toThrow(
      expect.objectContaining(withCode('SIGNATURE_INVALID')),
    );
  });

  it('flipped bit: no changed signature verifies', () => {
    fc.assert(
      fc.property(fc.nat(), (bit) => {
        expect(() => check({ signature: toHex(flipBit(fromHex(proof.signature), bit)) })).toThrow(
          expect.objectContaining(withOneOf('SIGNATURE_INVALID', 'SIGNATURE_MALFORMED')),
        );
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['another scheme', { scheme: 'SIGNATURE_SCHEME_TK_API_P256' }, 'PROOF_SCHEME'],
    ['a key that is no hex', { publicKey: 'zz' }, 'PROOF_MALFORMED'],
    ['a key of one half', { publicKey: trusted.slice(0, 130) }, 'PROOF_MALFORMED'],
    ['a signature that is no hex', { signature: 'zz' }, 'PROOF_MALFORMED'],
    ['a signature of 63 bytes', { signature: proof.signature.slice(2) }, 'SIGNATURE_MALFORMED'],
    ['no signature', { signature: '' }, 'PROOF_MALFORMED'],
  ])('refuses %s', (_, changed, code) => {
    expect(() => check(changed)).toThrow(expect.objectContaining(withCode(code)));
  });

  it('refuses a sign half that is no point, trusted as it may be', () => {
    const publicKey = `${trusted.slice(0, 130)}04${'11'.repeat(64)}`;
    expect(() => check({ publicKey }, publicKey)).toThrow(
      expect.objectContaining(withCode('PUBLIC_KEY_INVALID')),
    );
  });

  it.each([
    ['without a type', { timestampMs: '1' }],
    ['without a time', { type: 'T' }],
    ['with a time that is a number', { type: 'T', timestampMs: 1 }],
    ['that is a list', []],
  ])('refuses a signed payload %s', (_, value) => {
    const odd = makeAppProof(value as never, ephemeral);
    expect(() => verifyAppProof(odd, trusted)).toThrow(expect.objectContaining(withCode('PROOF_MALFORMED')));
  });
});
