import { TypedDataEncoder, Wallet } from 'ethers';
import fc from 'fast-check';
import { hashTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import { prefixedHex } from '#chains/ethereum/model/address.ts';
import { typedDataDigest } from '#chains/ethereum/typed-data/digest.ts';
import { parseTypedData } from '#chains/ethereum/typed-data/parse.ts';
import vectors from '#test/vectors/typed-data.json' with { type: 'json' };
import { type Sample, TYPED_DATA } from './arbitrary.ts';
import { COW, MAIL, MAIL_DIGEST, permit } from './samples.ts';

const digest = (data: unknown): string => prefixedHex(typedDataDigest(parseTypedData(JSON.stringify(data))));
const ethersDigest = ({ domain, types, message }: Sample): string =>
  TypedDataEncoder.hash(domain, types, message);

describe('the hash of typed data', () => {
  it('is the one that EIP-712 prints for its example, and its signature too', () => {
    expect(digest(MAIL)).toBe(MAIL_DIGEST);
    const signature = new Wallet(COW).signingKey.sign(digest(MAIL));
    expect([signature.r, signature.s, signature.v]).toEqual([
      '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d',
      '0x07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b91562',
      28,
    ]);
  });

  it.each(vectors)('is the published one: $name', ({ data, digest: published }) => {
    expect(digest(data)).toBe(published);
  });

  it('is that of two other libraries for any types and values', () => {
    fc.assert(
      fc.property(TYPED_DATA, (sample) => {
        const own = digest(sample);
        expect(own).toBe(ethersDigest(sample));
        // The domain's type is written out: viem alone leaves out an empty version.
        const payload: unknown = TypedDataEncoder.getPayload(sample.domain, sample.types, sample.message);
        expect(own).toBe(hashTypedData(payload as Parameters<typeof hashTypedData>[0]));
      }),
      { numRuns: 300 },
    );
  });

  it('is that of ethers where a struct’s name begins like a plain type', () => {
    const names = fc.constantFrom(
      'intent',
      'uintPair',
      'int8x',
      'bytesData',
      'bytes32_',
      'addresses',
      'boolean',
    );
    fc.assert(
      fc.property(TYPED_DATA, names, (sample, name) => {
        // viem refuses such names, so ethers alone is asked.
        const renamed = JSON.parse(JSON.stringify(sample).replaceAll('Inner', name)) as Sample;
        expect(digest(renamed)).toBe(ethersDigest(renamed));
      }),
    );
  });

  it('attack: an empty version or a chain id written as text is signed as part of the domain', () => {
    const textual = permit({}, { version: '', chainId: '1' });
    expect(digest(textual)).toBe(ethersDigest(textual));
    expect(digest(textual)).not.toBe(digest(permit({}, { version: '', chainId: '2' })));
  });

  it('attack: the text of a type with sixty others is not hashed anew for each of 2,040 values', () => {
    const membersOf = (at: number) =>
      Array.from({ length: 56 }, (_, member) => ({
        name: `m${member}`,
        type: member === 0 && at < 59 ? `T${at + 1}[]` : 'uint8',
      }));
    const chain = Array.from({ length: 60 }, (_, at) => [`T${at}`, membersOf(at)] as const);
    const heavy = {
      types: {
        Root: [{ name: 'i', type: 'L[]' }],
        L: [{ name: 'a', type: 'T0[]' }],
        ...Object.fromEntries(chain),
      },
      primaryType: 'Root',
      domain: {},
      message: { i: Array<unknown>(2040).fill({ a: [] }) },
    };
    const start = performance.now();
    expect(digest(heavy)).toMatch(/^0x[0-9a-f]{64}$/);
    expect(performance.now() - start).toBeLessThan(5_000);
    const light = { ...heavy, message: { i: [{ a: [] }, { a: [] }] } };
    expect(digest(light)).toBe(hashTypedData(light as unknown as Parameters<typeof hashTypedData>[0]));
  });

  it('attack: types that all refer to a long one, whose text would be hashed for each of them', () => {
    const long = Array.from({ length: 100 }, (_, at) => ({ name: `m${at}${'x'.repeat(90)}`, type: 'uint8' }));
    const types = Object.fromEntries(['A', 'B', 'C', 'D'].map((name) => [name, long]));
    const data = { types: { Root: [{ name: 'a', type: 'A[]' }], ...types }, primaryType: 'Root' };
    expect(() => digest({ ...data, domain: {}, message: { a: [] } })).toThrow('more than 32768 characters');
  });

  it('is another one for other data', () => {
    fc.assert(
      fc.property(TYPED_DATA, TYPED_DATA, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(digest(one)).not.toBe(digest(other));
      }),
    );
  });
});

const good = permit();
const { types, message } = good;
const withType = (name: string, type: string, value: unknown) => ({
  ...good,
  types: { Permit: [{ name, type }] },
  message: { [name]: value },
});

describe('typed data that is refused', () => {
  it.each([
    [
      'a member that its type does not have',
      { ...good, message: { ...message, note: 'hi' } },
      /note is not a member/,
    ],
    ['a member that is missing', { ...good, message: {} }, /owner is missing/],
    ['something beside the four parts', { ...good, extra: 1 }, /does not have its form/],
    ['no types', { ...good, types: [] }, /does not have its form/],
    ['a main type that is not there', { ...good, primaryType: 'Order' }, /primaryType/],
    ['the domain as main type', { ...good, primaryType: 'EIP712Domain' }, /primaryType/],
    ['an inherited main type', { ...good, primaryType: 'constructor' }, /primaryType/],
    ['a type that is not defined', withType('a', 'Order', {}), /not defined, "Order"/],
    ['a number without its width', withType('a', 'uint', 1), /not defined, "uint"/],
    ['a width that does not exist', withType('a', 'uint7', 1), /not defined/],
    [
      'a plain type that is defined anew',
      { ...good, types: { ...types, uint256: types.Permit } },
      /redefines/,
    ],
    [
      'a name that makes one type look like another',
      {
        ...good,
        types: { Permit: [{ name: 'a,uint256 b', type: 'uint256' }] },
        message: { 'a,uint256 b': 1 },
      },
      /does not have its form/,
    ],
    ['a member twice', { ...good, types: { Permit: [...types.Permit, ...types.Permit] } }, /twice/],
    ['a domain member that no domain has', permit({}, { extensions: [] }), /domain.extensions is no member/],
    [
      'a domain of other members than its type says',
      { ...good, types: { ...types, EIP712Domain: [{ name: 'name', type: 'string' }] } },
      /domain.version is not a member/,
    ],
    [
      'a domain type of its own',
      { ...good, types: { ...types, EIP712Domain: [{ name: 'name', type: 'bytes' }] } },
      /is no member of a domain/,
    ],
    [
      'an address whose checksum does not hold',
      permit({ owner: MAIL.domain.verifyingContract.replace('CcCC', 'cCCC') }),
      /owner is no address/,
    ],
    ['an address of another length', permit({ owner: '0x00' }), /owner is no address/],
    ['a number that does not fit', withType('a', 'uint8', 256), /a does not fit/],
    ['a negative number', withType('a', 'uint8', '-1'), /a does not fit/],
    ['a number below the lowest', withType('a', 'int8', -129), /a does not fit/],
    ['a number as words', withType('a', 'uint8', 'one'), /a is no whole number/],
    ['a truth as text', withType('a', 'bool', 'true'), /neither true nor false/],
    ['a text as number', withType('a', 'string', 1), /has to be text/],
    ['bytes that are too few', withType('a', 'bytes4', '0x00'), /has 1 bytes, but 4/],
    ['half a byte', withType('a', 'bytes', '0x0'), /no hex/],
    ['a list of another length', withType('a', 'uint8[2]', [1]), /has 1 items, but 2/],
    ['a list that is none', withType('a', 'uint8[]', 1), /is no list/],
    [
      'a list of more values than are read',
      withType('a', 'uint8[]', new Array(5000).fill(1)),
      /more than 4096/,
    ],
  ])('%s', (_what, data, says) => {
    expect(() => parseTypedData(JSON.stringify(data))).toThrow(
      expect.objectContaining({
        code: 'TYPED_DATA_INVALID',
        message: expect.stringMatching(says) as string,
      }) as Error,
    );
  });

  it.each(['int', 'uint', 'uint257', 'uint08', 'bytes33', 'bytes0'])('a struct that is called %s', (name) => {
    const named = withType('a', name, { x: 1 });
    const odd = { ...named, types: { ...named.types, [name]: [{ name: 'x', type: 'uint8' }] } };
    expect(() => parseTypedData(JSON.stringify(odd))).toThrow(
      expect.objectContaining({ code: 'TYPED_DATA_INVALID' }) as Error,
    );
  });

  it('attack: a name twice, of which one is shown and the other signed', () => {
    const text = JSON.stringify(good).replace(
      '"spender":',
      `"spender":"${MAIL.domain.verifyingContract}","spender":`,
    );
    expect(() => parseTypedData(text)).toThrow(expect.objectContaining({ code: 'JSON_INVALID' }) as Error);
  });
});
