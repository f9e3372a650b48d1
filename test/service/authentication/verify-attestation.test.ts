import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readingsOfCredentialId } from '#service/authentication/verify-attestation.ts';
import { cbor } from '../../fixtures/passkey.ts';

test('bytes are read as they are, first of all', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
      expect(readingsOfCredentialId(bytes)[0]).toBe(Buffer.from(bytes).toString('base64url'));
    }),
  );
});

test('a CBOR byte string of any length is read as what is inside too', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
      expect(readingsOfCredentialId(cbor(bytes))).toContain(Buffer.from(bytes).toString('base64url'));
    }),
  );
});

test.each(['', '40', '4101ff', '42ff', '5801', '580100ff', '590001', '6161', 'a0'])(
  '%s is no CBOR byte string, or an empty one',
  (hex) => {
    expect(readingsOfCredentialId(Buffer.from(hex, 'hex'))).toHaveLength(1);
  },
);
