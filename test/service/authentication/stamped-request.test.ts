import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromHex } from '#protocol/encoding.ts';
import { API_KEY_CURVES, verifyPortable, type SignatureScheme, type Signer } from '#protocol/stamp.ts';
import { nativeVerifier } from '#service/authentication/native-verify.ts';
import { freshSigner } from '../../fixtures/local-service.ts';

const alone = nativeVerifier(() => false);
const amongOthers = nativeVerifier(() => true);
const bodies = fc.uint8Array({ maxLength: 300 });

/** What the native check says, after making sure that the portable one says the same, and the one in a thread. */
async function agreed(
  scheme: SignatureScheme,
  publicKey: Uint8Array,
  body: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const verdict = alone(scheme, publicKey, body, signature);
  expect(await amongOthers(scheme, publicKey, body, signature)).toBe(verdict);
  expect(verdict).toBe(verifyPortable(scheme, publicKey, body, signature));
  return await verdict;
}

describe.each(API_KEY_CURVES)('the native check of %s agrees with the portable one', (curve) => {
  const signer: Signer = freshSigner(curve);
  const publicKey = fromHex(signer.publicKey);

  test('on signatures that hold', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        expect(await agreed(signer.scheme, publicKey, body, signer.sign(body))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test('on signatures and bodies with one changed byte', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.nat(), fc.integer({ min: 1, max: 255 }), async (body, at, change) => {
        const signature = Uint8Array.from(signer.sign(body));
        const place = at % signature.length;
        signature[place] = (signature[place] ?? 0) ^ change;
        expect(await agreed(signer.scheme, publicKey, body, signature)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('on bytes that are no signature and on points that are on no curve', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.uint8Array({ maxLength: 80 }), async (body, signature) => {
        expect(await agreed(signer.scheme, publicKey, body, signature)).toBe(false);
      }),
      { numRuns: 60 },
    );
    const noPoint = publicKey.map((byte, index) => (index === 0 ? byte : 0xff));
    expect(await agreed(signer.scheme, noPoint, new Uint8Array(3), signer.sign(new Uint8Array(3)))).toBe(
      false,
    );
  });
});

test('many keys in turn are each checked with their own', async () => {
  const body = new Uint8Array([1, 2, 3]);
  const signers = Array.from({ length: 20 }, () => freshSigner('API_KEY_CURVE_ED25519'));
  for (const one of signers) {
    for (const other of signers) {
      expect(await amongOthers(one.scheme, fromHex(one.publicKey), body, other.sign(body))).toBe(
        one === other,
      );
    }
  }
});
