import fc from 'fast-check';
import { TypedDataEncoder } from 'ethers';
import { describe, expect, test } from 'vitest';
import type { PayloadEncoding } from '#protocol/catalogue/signing.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { bytesToSign } from '#chains/payload/payload-signature.ts';

const noOp = (payload: string, encoding: PayloadEncoding) =>
  bytesToSign(payload, encoding, 'HASH_FUNCTION_NO_OP', false);
const authorization = (members: object) =>
  noOp(JSON.stringify(members), 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION');
const typed = (members: object, json = JSON.stringify(members)) => noOp(json, 'PAYLOAD_ENCODING_EIP712');
const invalid = expect.objectContaining({
  code: expect.stringMatching(/^(?:PAYLOAD|JSON|TYPED_DATA)_INVALID$/) as string,
}) as Error;

const good = {
  domain: { name: 'D' },
  primaryType: 'A',
  types: { A: [{ name: 'n', type: 'uint256' }] },
  message: { n: 1 },
};

describe('typed data', () => {
  test('any number that fits is hashed as another library hashes it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.string(), (n, name) => {
        const data = { ...good, domain: { name }, message: { n: n.toString() } };
        expect(`0x${toHex(typed(data))}`).toBe(TypedDataEncoder.hash(data.domain, data.types, data.message));
      }),
      { seed: 4, numRuns: 100 },
    );
  });

  test('every width of number and bytes is a type, and arrays of structs are', () => {
    const widths = Array.from({ length: 32 }, (_, n) => n + 1);
    const numbers = widths.flatMap((n) => [`uint${8 * n}`, `int${8 * n}`]);
    const members = [...numbers, 'bool', 'string', 'bytes'].map((type) => ({ name: `m${type}`, type }));
    const fixed = widths.map((n) => ({ name: `b${n}`, type: `bytes${n}`, value: `0x${'01'.repeat(n)}` }));
    const types = {
      A: [{ name: 'list', type: 'B[2][]' }, ...members, ...fixed.map(({ name, type }) => ({ name, type }))],
      B: [{ name: 'n', type: 'uint8' }],
    };
    const values = members.map(({ name, type }) => {
      if (type === 'bool') return [name, true] as const;
      if (type === 'string') return [name, 's'] as const;
      return [name, type === 'bytes' ? '0x0102' : 1] as const;
    });
    const message: Record<string, unknown> = {
      list: [[{ n: 1 }, { n: 2 }]],
      ...Object.fromEntries<unknown>(values),
      ...Object.fromEntries(fixed.map(({ name, value }) => [name, value])),
    };
    expect(`0x${toHex(typed({ ...good, types, message }))}`).toBe(
      TypedDataEncoder.hash(good.domain, types, message),
    );
  });

  test('rounded number: a number that JavaScript cannot hold is refused, not signed as another', () => {
    for (const n of ['9007199254740993', '1e400', '0.5']) {
      const json = JSON.stringify(good).replace('"n":1', `"n":${n}`);
      expect(() => typed({}, json)).toThrow(invalid);
    }
    expect(typed({}, JSON.stringify(good).replace('"n":1', '"n":"9007199254740993"'))).toHaveLength(32);
  });

  test.each([
    ['a member that is missing', { ...good, message: {} }],
    ['a number that is too large', { ...good, message: { n: `1${'0'.repeat(78)}` } }],
    ['a negative number', { ...good, message: { n: -1 } }],
    ['a type that is not there', { ...good, primaryType: 'B' }],
    ['a type that does not exist', { ...good, types: { A: [{ name: 'n', type: 'uint257x' }] } }],
    ['an address that is none', { ...good, types: { A: [{ name: 'n', type: 'address' }] } }],
    ['types that are no types', { ...good, types: [] }],
  ])('%s', (_, data) => {
    expect(() => typed(data)).toThrow(invalid);
  });
});

describe('authorizations', () => {
  const address = `0x${'ab'.repeat(20)}`;
  test('numbers may be text', () => {
    const digest = authorization({ address, chainId: 1, nonce: 2 });
    expect(authorization({ address, chainId: '1', nonce: '0x2' })).toEqual(digest);
  });

  test.each([
    { address, chainId: -1, nonce: 0 },
    { address, chainId: 1.5, nonce: 0 },
    { address, chainId: 1, nonce: String(2n ** 64n) },
    { address: 'ab', chainId: 1, nonce: 0 },
    { address, chainId: 1 },
    { address, chainId: 1, nonce: 0, to: address },
  ])('%j is none', (members) => {
    expect(() => authorization(members)).toThrow(invalid);
  });
});

test('whatever the payload is, it gives bytes or a typed error', () => {
  const encodings = [
    'PAYLOAD_ENCODING_HEXADECIMAL',
    'PAYLOAD_ENCODING_TEXT_UTF8',
    'PAYLOAD_ENCODING_EIP712',
    'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
  ] as const;
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), fc.constantFrom(...encodings), (payload, encoding) => {
      try {
        expect(noOp(payload, encoding)).toHaveLength(32);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
    { seed: 4, numRuns: 500 },
  );
});
