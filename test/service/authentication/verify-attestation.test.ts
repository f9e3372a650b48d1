import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AttestationError,
  readingsOfCredentialId,
  verifyAttestation,
} from '#service/authentication/verify-attestation.ts';
import { Passkey, cbor } from '../../fixtures/passkey.ts';

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

describe('sizes of what is registered', () => {
  const verify = (passkey: Passkey) => {
    const { attestation, challenge } = passkey.register();
    return verifyAttestation(attestation, challenge, { allows: () => true, rpIds: ['localhost'] });
  };
  const rsa = (modulus: number, exponent = Buffer.of(1, 0, 1)) =>
    cbor([
      [1, 3],
      [3, -257],
      [-1, Buffer.alloc(modulus, 0x81)],
      [-2, exponent],
    ]);
  const refusal = (message: string) => new AttestationError(message);

  test.each([256, 384, 512])('an RSA key of %d bytes is taken', async (modulus) => {
    const coseKey = rsa(modulus);
    expect((await verify(new Passkey(0, { coseKey }))).publicKey).toBe(coseKey.toString('hex'));
  });

  test.each([
    ['attack: an RSA key of 48 KB', rsa(48_000), 'its public key has 48016 bytes, and 1024 are taken'],
    ['an RSA key of 4,104 bits', rsa(513), 'its RSA key has 4104 bits, and 2048 to 4096 are taken'],
    ['an RSA key of 2,040 bits', rsa(255), 'its RSA key has 2040 bits, and 2048 to 4096 are taken'],
    [
      'an exponent of five bytes',
      rsa(256, Buffer.alloc(5, 1)),
      'the exponent of its RSA key has 5 bytes, and 1 to 4 are taken',
    ],
    [
      'attack: a key of the usual kind with much beside it',
      cbor([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, Buffer.alloc(32, 1)],
        [-70, Buffer.alloc(40_000)],
      ]),
      'its public key has 40047 bytes, and 1024 are taken',
    ],
  ])('%s is refused', async (_what, coseKey, message) => {
    await expect(verify(new Passkey(0, { coseKey }))).rejects.toThrow(refusal(message));
  });

  test('a credential id has 1,023 bytes at most', async () => {
    const id = Buffer.alloc(1023, 7);
    expect((await verify(new Passkey(0, { id }))).credentialId).toBe(id.toString('base64url'));
    await expect(verify(new Passkey(0, { id: Buffer.alloc(1024, 7) }))).rejects.toThrow(
      refusal('its credential id has 1024 bytes, and 1023 are taken'),
    );
  });
});
