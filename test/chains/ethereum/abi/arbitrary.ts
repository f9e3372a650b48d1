import fc from 'fast-check';
import type { AbiParameter } from 'viem';

type Hex = `0x${string}`;

/** A type of the ABI, and values of it as viem takes them. */
interface Typed {
  readonly parameter: AbiParameter;
  readonly value: unknown;
}

const hex = (minLength: number, maxLength: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength, maxLength }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`);

const bits = fc.integer({ min: 1, max: 32 }).map((bytes) => bytes * 8);
const asViem = (size: number, value: bigint): bigint | number => (size > 48 ? value : Number(value));

const uint = bits.chain((size) =>
  fc.oneof(fc.constant(2n ** BigInt(size) - 1n), fc.bigInt(0n, 2n ** BigInt(size) - 1n)).map((value) => ({
    type: `uint${size}`,
    value: asViem(size, value),
  })),
);
const int = bits.chain((size) => {
  const half = 2n ** BigInt(size - 1);
  return fc.oneof(fc.constant(-half), fc.constant(half - 1n), fc.bigInt(-half, half - 1n)).map((value) => ({
    type: `int${size}`,
    value: asViem(size, value),
  }));
});
const fixedBytes = fc
  .integer({ min: 1, max: 32 })
  .chain((size) => hex(size, size).map((value) => ({ type: `bytes${size}`, value })));

const atom: fc.Arbitrary<Typed> = fc
  .oneof(
    uint,
    int,
    fixedBytes,
    fc.boolean().map((value) => ({ type: 'bool', value })),
    hex(20, 20).map((value) => ({ type: 'address', value })),
    hex(0, 70).map((value) => ({ type: 'bytes', value })),
    fc.string({ unit: 'grapheme', maxLength: 40 }).map((value) => ({ type: 'string', value })),
  )
  .map(({ type, value }) => ({ parameter: { type }, value }));

const named = (members: readonly Typed[]): AbiParameter[] =>
  members.map(({ parameter }, index) => ({ ...parameter, name: `m${index}` }));

/** Another value of the same type: lists need several of one type, which fast-check does not know how to make. */
const { typed } = fc.letrec<{ typed: Typed }>((tie) => ({
  typed: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc.tuple(tie('typed'), fc.integer({ min: 0, max: 3 })).map(([{ parameter, value }, length]): Typed => ({
      parameter: { ...parameter, type: `${parameter.type}[]` },
      value: Array.from({ length }, () => value),
    })),
    fc.tuple(tie('typed'), fc.integer({ min: 1, max: 3 })).map(([{ parameter, value }, length]): Typed => ({
      parameter: { ...parameter, type: `${parameter.type}[${length}]` },
      value: Array.from({ length }, () => value),
    })),
    fc.array(tie('typed'), { minLength: 1, maxLength: 4 }).map((members): Typed => ({
      parameter: { type: 'tuple', components: named(members) },
      value: Object.fromEntries(members.map(({ value }, index) => [`m${index}`, value])),
    })),
  ),
}));

/** Parameters of a function, each with a name, and arguments of theirs. */
export const ARGUMENTS: fc.Arbitrary<{ parameters: AbiParameter[]; values: unknown[] }> = fc
  .array(typed, { minLength: 1, maxLength: 5 })
  .map((members) => ({ parameters: named(members), values: members.map(({ value }) => value) }));
