import fc from 'fast-check';

interface Member {
  readonly name: string;
  readonly type: string;
}

/** Typed data as libraries take it; numbers are text. */
export interface Sample {
  readonly domain: Record<string, string | number>;
  readonly types: Record<string, Member[]>;
  readonly primaryType: string;
  readonly message: Record<string, unknown>;
}

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => `0x${Buffer.from(value).toString('hex')}`);
const width = fc.integer({ min: 1, max: 32 });

/** A plain type with a value of it. */
const plain = fc.oneof(
  width.chain((bytes) =>
    fc
      .bigInt(0n, (1n << BigInt(8 * bytes)) - 1n)
      .map((value) => [`uint${8 * bytes}`, value.toString()] as const),
  ),
  width.chain((bytes) => {
    const half = 1n << BigInt(8 * bytes - 1);
    return fc.bigInt(-half, half - 1n).map((value) => [`int${8 * bytes}`, value.toString()] as const);
  }),
  width.chain((bytes) => hex(bytes).map((value) => [`bytes${bytes}`, value] as const)),
  hex(20).map((value) => ['address', value] as const),
  fc.boolean().map((value) => ['bool', value] as const),
  fc.string({ unit: 'grapheme' }).map((value) => ['string', value] as const),
  fc
    .uint8Array({ maxLength: 80 })
    .map((value) => ['bytes', `0x${Buffer.from(value).toString('hex')}`] as const),
);

/** The same value once, in a list, or in a list of lists of fixed length. */
const member = fc.tuple(plain, fc.constantFrom('one', 'list', 'nested')).map(([[type, value], form]) => {
  if (form === 'list') return [`${type}[]`, [value, value]] as const;
  return form === 'nested' ? ([`${type}[1][]`, [[value], [value]]] as const) : ([type, value] as const);
});

const domain = fc.record(
  {
    name: fc.string(),
    version: fc.string(),
    chainId: fc.nat(),
    verifyingContract: hex(20),
    salt: hex(32),
  },
  { requiredKeys: [] },
);

/** A struct that holds another one by itself, in a list, and in a list of lists. */
export const TYPED_DATA: fc.Arbitrary<Sample> = fc
  .record({
    domain,
    outer: fc.array(member, { minLength: 1, maxLength: 5 }),
    inner: fc.array(member, { minLength: 1, maxLength: 4 }),
  })
  .map(({ domain: given, outer, inner }) => ({
    domain: given,
    primaryType: 'Outer',
    types: {
      Outer: [
        ...members(outer),
        { name: 'parts', type: 'Inner[]' },
        { name: 'whole', type: 'Inner' },
        { name: 'pairs', type: 'Inner[2][]' },
        { name: 'none', type: 'Inner[]' },
      ],
      Inner: members(inner),
    },
    message: {
      ...values(outer),
      parts: [values(inner), values(inner)],
      whole: values(inner),
      pairs: [[values(inner), values(inner)]],
      none: [],
    },
  }));

const members = (list: readonly (readonly [string, unknown])[]): Member[] =>
  list.map(([type], index) => ({ name: `m${index}`, type }));
const values = (list: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(list.map(([, value], index) => [`m${index}`, value]));
