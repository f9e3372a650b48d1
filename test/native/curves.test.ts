import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createEd25519Signer, createNativeCurves } from '#native/curves.ts';
import {
  type Curves,
  curves,
  installCurves,
  isEd25519PublicKey,
  portableCurves,
  verifyEd25519,
} from '#protocol/curves.ts';
import {
  QUORUM_RANDOM_LENGTH,
  openQuorumEnvelope,
  sealToQuorumKey,
} from '#protocol/bundle/quorum-envelope.ts';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { open, seal } from '#protocol/hpke.ts';
import { compressP256, p256PublicKeyOf, signP256, verifyP256 } from '#protocol/p256-key.ts';
import { Secret } from '#protocol/secret.ts';
import { SCHEME_OF_CURVE, verifyByCurves } from '#protocol/stamp.ts';
import { signWebhook, verifyWebhook } from '#protocol/webhook.ts';
import vectors from '../vectors/ed25519.json' with { type: 'json' };

const native = createNativeCurves();
const BOTH: readonly (readonly [string, Curves])[] = [
  ['portable', portableCurves],
  ['native', native],
];
const ORDER = p256.Point.Fn.ORDER;
const L = ed25519.Point.Fn.ORDER;
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const messages = fc.uint8Array({ maxLength: 200 });
const scalars = bytes32.filter((bytes) => p256.utils.isValidSecretKey(bytes));
const bigEndian = (value: bigint): Uint8Array => fromHex(value.toString(16).padStart(64, '0'));
const littleEndian = (value: bigint): Uint8Array => bigEndian(value).reverse();
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`);

/** What both say of a P-256 signature, through the checks that every caller goes through. */
function agreedP256(
  message: Uint8Array,
  signature: Uint8Array,
  key: Uint8Array,
  form: 'der' | 'compact',
): string {
  const before = curves();
  const verdicts = BOTH.map(([, each]) => {
    installCurves(each);
    try {
      verifyP256(message, signature, key, { form, what: 'text' });
      return 'holds';
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      installCurves(before);
    }
  });
  expect(verdicts[1]).toBe(verdicts[0]);
  return verdicts[0] ?? '';
}

/** What both say of an Ed25519 signature. */
function agreedEd25519(message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  const verdicts = BOTH.map(([, each]) => verifyEd25519(message, signature, key, each));
  expect(verdicts[1]).toBe(verdicts[0]);
  return verdicts[0] ?? false;
}

afterEach(() => void installCurves(portableCurves));

describe('P-256 by the platform and by portable code', () => {
  it('agree on each other’s signatures, with s in either half', () => {
    fc.assert(
      fc.property(
        messages,
        scalars,
        fc.constantFrom('der' as const, 'compact' as const),
        (message, scalar, form) => {
          const key = p256.getPublicKey(scalar, false);
          for (const [, each] of BOTH) {
            const signature = each.signP256(message, new Secret(scalar.slice()), form);
            expect(agreedP256(message, signature, key, form)).toBe('holds');
            const parsed = p256.Signature.fromBytes(signature, form);
            const other = new p256.Signature(parsed.r, ORDER - parsed.s).toBytes(form);
            expect(agreedP256(message, other, key, form)).toBe('holds');
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('attack: a signature with a changed bit, of another message or under another key holds for neither', () => {
    fc.assert(
      fc.property(messages, scalars, scalars, fc.nat(511), (message, scalar, another, bit) => {
        fc.pre(toHex(scalar) !== toHex(another));
        const key = p256.getPublicKey(scalar, false);
        const signature = native.signP256(message, new Secret(scalar.slice()), 'compact');
        const changed = Uint8Array.from(signature, (byte, at) =>
          at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte,
        );
        expect(agreedP256(message, changed, key, 'compact')).not.toBe('holds');
        expect(agreedP256(concatBytes(message, Uint8Array.of(0)), signature, key, 'compact')).toBe(
          'SIGNATURE_INVALID',
        );
        expect(agreedP256(message, signature, p256.getPublicKey(another, false), 'compact')).toBe(
          'SIGNATURE_INVALID',
        );
      }),
      { numRuns: 15 },
    );
  });

  it('attack: numbers that are 0, the order or above it are malformed for both', () => {
    const key = p256.getPublicKey(bigEndian(7n), false);
    const good = native.signP256(toUtf8('x'), new Secret(bigEndian(7n)), 'compact');
    const [r, s] = [good.slice(0, 32), good.slice(32)];
    for (const wrong of [0n, ORDER, ORDER + 1n, 2n ** 256n - 1n]) {
      expect(agreedP256(toUtf8('x'), concatBytes(bigEndian(wrong), s), key, 'compact')).toBe(
        'SIGNATURE_MALFORMED',
      );
      expect(agreedP256(toUtf8('x'), concatBytes(r, bigEndian(wrong)), key, 'compact')).toBe(
        'SIGNATURE_MALFORMED',
      );
    }
    // r above the field less the order: r + n would be a second x of the same signature.
    expect(
      agreedP256(toUtf8('x'), concatBytes(bigEndian(numberOf(r) % 1000n || 1n), s), key, 'compact'),
    ).toBe('SIGNATURE_INVALID');
  });

  it('attack: a public key off the curve, at infinity or in another form is refused before either is asked', () => {
    const point = p256.getPublicKey(bigEndian(7n), false);
    const good = native.signP256(toUtf8('x'), new Secret(bigEndian(7n)), 'compact');
    const offCurve = point.slice();
    offCurve[64] = (offCurve[64] ?? 0) ^ 1;
    const hybrid = Uint8Array.of(6, ...point.subarray(1));
    for (const key of [offCurve, hybrid, Uint8Array.of(0), new Uint8Array(65), point.subarray(1)])
      expect(agreedP256(toUtf8('x'), good, key, 'compact')).toBe('PUBLIC_KEY_INVALID');
    expect(agreedP256(toUtf8('x'), good, compressP256(point, 'key'), 'compact')).toBe('holds');
  });

  it('attack: any bytes as a signature get one answer from both', () => {
    const key = p256.getPublicKey(bigEndian(7n), false);
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        fc.constantFrom('der' as const, 'compact' as const),
        (bytes, form) => {
          expect(agreedP256(toUtf8('x'), bytes, key, form)).not.toBe('holds');
        },
      ),
    );
  });

  it('make the same public keys and the same shared secrets, leading zeros included', () => {
    fc.assert(
      fc.property(scalars, scalars, (own, other) => {
        const point = native.p256PublicKey(own);
        expect(point).toEqual(portableCurves.p256PublicKey(own));
        const theirs = native.p256PublicKey(other);
        expect(native.sharedP256(own, theirs)).toEqual(portableCurves.sharedP256(own, theirs));
      }),
      { numRuns: 20 },
    );
    for (const edge of [1n, 2n, ORDER - 1n, ORDER - 2n])
      expect(native.p256PublicKey(bigEndian(edge))).toEqual(portableCurves.p256PublicKey(bigEndian(edge)));
    // A shared x that begins with a zero byte.
    const base = p256.getPublicKey(bigEndian(1n), false);
    const short = Array.from({ length: 4000 }, (_, n) => bigEndian(BigInt(n + 1))).find(
      (scalar) => native.p256PublicKey(scalar)[1] === 0,
    );
    if (short === undefined) throw new Error('No such scalar below 4000.');
    expect(native.sharedP256(short, base)).toEqual(portableCurves.sharedP256(short, base));
    expect(native.sharedP256(short, base)).toHaveLength(32);
  });

  it.each([0n, ORDER, ORDER + 5n])('attack: the scalar %i is refused before either is asked', (scalar) => {
    for (const [, each] of BOTH) {
      installCurves(each);
      expect(() => p256PublicKeyOf(bigEndian(scalar))).toThrow(
        expect.objectContaining({ code: 'PRIVATE_KEY_INVALID' }),
      );
    }
  });
});

describe('Ed25519 by the platform and by portable code', () => {
  it.each(vectors.map((vector, n) => [n + 1, vector] as const))('make RFC 8032, test %i', (_, vector) => {
    const key = new Secret(fromHex(vector.privateKey));
    const message = Uint8Array.from(Buffer.from(vector.message, 'hex'));
    for (const [, each] of BOTH) expect(toHex(each.signEd25519(message, key))).toBe(vector.signature);
    expect(toHex(createEd25519Signer(key)(message))).toBe(vector.signature);
    expect(agreedEd25519(message, fromHex(vector.signature), fromHex(vector.publicKey))).toBe(true);
  });

  it('sign alike, and agree on what holds', () => {
    fc.assert(
      fc.property(messages, bytes32, fc.nat(511), (message, seed, bit) => {
        const key = new Secret(seed.slice());
        const signature = native.signEd25519(message, key);
        expect(signature).toEqual(portableCurves.signEd25519(message, key));
        const publicKey = ed25519.getPublicKey(seed);
        expect(agreedEd25519(message, signature, publicKey)).toBe(true);
        const changed = Uint8Array.from(signature, (byte, at) =>
          at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte,
        );
        expect(agreedEd25519(message, changed, publicKey)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  const seed = new Uint8Array(32).fill(9);
  const publicKey = ed25519.getPublicKey(seed);
  const message = toUtf8('what is signed');
  const signature = ed25519.sign(message, seed);

  it('attack: s with the order added to it is a second text of the same signature, and refused', () => {
    const s = numberOf(signature.slice(32).reverse());
    for (const times of [1n, 2n, 7n]) {
      const more = s + times * L;
      if (more >= 2n ** 256n) continue;
      expect(
        agreedEd25519(message, concatBytes(signature.subarray(0, 32), littleEndian(more)), publicKey),
      ).toBe(false);
    }
  });

  // What a signer who is not honest could make: R or the key moved by a point of order 2, 4 or 8.
  const torsion = ed25519.Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');
  const challenge = (r: Uint8Array, key: Uint8Array): bigint =>
    ed25519.Point.Fn.create(numberOf(sha512(concatBytes(r, key, message)).reverse()) % L);
  const secret = ed25519.utils.getExtendedPublicKey(seed).scalar;
  const forge = (r: Uint8Array, key: Uint8Array, nonce: bigint, scalar: bigint): Uint8Array =>
    concatBytes(r, littleEndian((nonce + challenge(r, key) * scalar) % L));

  it('attack: R moved by a point of small order, which a check with the cofactor lets pass, is refused by both', () => {
    for (let times = 1n; times < 8n; times += 1n) {
      const r = ed25519.Point.BASE.multiply(5n).add(torsion.multiplyUnsafe(times)).toBytes();
      const forged = forge(r, publicKey, 5n, secret);
      expect(ed25519.verify(forged, message, publicKey)).toBe(true);
      expect(agreedEd25519(message, forged, publicKey)).toBe(false);
    }
    const honest = ed25519.Point.BASE.multiply(5n).toBytes();
    expect(agreedEd25519(message, forge(honest, publicKey, 5n, secret), publicKey)).toBe(true);
  });

  it('attack: a key moved by a point of small order has no signature that holds for either', () => {
    for (let times = 1n; times < 8n; times += 1n) {
      const key = ed25519.Point.BASE.multiply(secret).add(torsion.multiplyUnsafe(times)).toBytes();
      expect(isEd25519PublicKey(key)).toBe(false);
      const r = ed25519.Point.BASE.multiply(5n).toBytes();
      expect(agreedEd25519(message, forge(r, key, 5n, secret), key)).toBe(false);
    }
  });

  it('attack: a key of small order, under which anything could be signed, is refused by both', () => {
    for (let times = 0n; times < 8n; times += 1n) {
      const key = torsion.multiplyUnsafe(times).toBytes();
      const r = ed25519.Point.BASE.multiply(5n).toBytes();
      expect(agreedEd25519(message, concatBytes(r, littleEndian(5n)), key)).toBe(false);
      expect(agreedEd25519(message, concatBytes(key, new Uint8Array(32)), key)).toBe(false);
    }
  });

  it('attack: R that is zero is refused by both, whatever s is', () => {
    const zero = ed25519.Point.ZERO.toBytes();
    expect(agreedEd25519(message, forge(zero, publicKey, 0n, secret), publicKey)).toBe(false);
  });

  it('attack: a second encoding of a point, and what is no point, is refused by both', () => {
    const p = 2n ** 255n - 19n;
    // y = p + 1 stands for y = 1; y = 2 is on no point.
    for (const wrong of [
      littleEndian(p + 1n),
      littleEndian(p),
      littleEndian(2n),
      new Uint8Array(32).fill(255),
    ]) {
      expect(agreedEd25519(message, signature, wrong)).toBe(false);
      expect(agreedEd25519(message, concatBytes(wrong, signature.subarray(32)), publicKey)).toBe(false);
    }
    for (const length of [0, 31, 33])
      expect(agreedEd25519(message, signature, new Uint8Array(length))).toBe(false);
    for (const length of [0, 63, 65])
      expect(agreedEd25519(message, new Uint8Array(length), publicKey)).toBe(false);
  });
});

describe('what is written with one is read with the other', () => {
  const pairs = BOTH.flatMap(([by, writer]) =>
    BOTH.map(([and, reader]) => [by, and, writer, reader] as const),
  );

  it.each(pairs)(
    '%s to %s: messages, sealed secrets, deliveries, signatures',
    async (_by, _and, writer, reader) => {
      const key = new Secret(bigEndian(77n));
      installCurves(writer);
      const publicKey = key.use(p256PublicKeyOf);
      const sealed = await seal(toUtf8('to you'), publicKey);
      const der = signP256(toUtf8('x'), key, 'der');
      const body = toUtf8('{}');
      const delivery = { keyId: 'key', eventId: 'event', timestampMs: 1_000, body };
      const headers = signWebhook(delivery, key);
      const forQuorum = await sealToQuorumKey(
        new Secret(toUtf8('words')),
        publicKey,
        new Uint8Array(randomBytes(QUORUM_RANDOM_LENGTH)),
      );
      installCurves(reader);
      expect(key.use((bytes) => bytes.length)).toBe(32);
      const opened = await key.use((bytes) => open(sealed, bytes));
      expect(Buffer.from(opened).toString()).toBe('to you');
      expect(
        verifyByCurves(SCHEME_OF_CURVE.API_KEY_CURVE_P256, compressP256(publicKey, 'key'), toUtf8('x'), der),
      ).toBe(true);
      const keys = [{ keyId: 'key', publicKey: toHex(ed25519.getPublicKey(bigEndian(77n))) }];
      expect(verifyWebhook({ headers, body }, { keys, nowMs: 1_000, maxAgeMs: 1 })).toMatchObject({
        ok: true,
      });
      const words = await openQuorumEnvelope(forQuorum, key);
      expect(words.use((bytes) => Buffer.from(bytes).toString())).toBe('words');
    },
  );
});
