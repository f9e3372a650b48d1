import fc from 'fast-check';
import type {
  TransactionSerializableEIP1559,
  TransactionSerializableEIP2930,
  TransactionSerializableEIP4844,
  TransactionSerializableEIP7702,
  TransactionSerializableLegacy,
} from 'viem';

type Hex = `0x${string}`;

const hexOf = (length: number): fc.Arbitrary<Hex> =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`);

const address = hexOf(20);
const wei = fc.oneof(fc.bigInt(0n, 2n ** 256n - 1n), fc.bigInt(0n, 300n));
const fee = fc.oneof(fc.bigInt(0n, 2n ** 128n), fc.bigInt(0n, 300n));
// The libraries hold these as JavaScript numbers.
const safe = fc.oneof(fc.nat(300), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
const chainId = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 2 ** 50 }));
const data = fc.uint8Array({ maxLength: 300 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`);
const accessList = fc.array(fc.record({ address, storageKeys: fc.array(hexOf(32), { maxLength: 3 }) }), {
  maxLength: 3,
});
const fees = fc.tuple(fee, fee).map(([a, b]) => ({
  maxPriorityFeePerGas: a < b ? a : b,
  maxFeePerGas: a < b ? b : a,
}));
const call = { nonce: safe, gas: fc.bigInt(0n, 2n ** 53n - 1n), value: wei, data };
const maybeTo = fc.option(address, { nil: null });

const legacy = fc.record({
  ...call,
  type: fc.constant('legacy' as const),
  chainId: fc.option(chainId, { nil: undefined }),
  gasPrice: fee,
  to: maybeTo,
}) as fc.Arbitrary<TransactionSerializableLegacy>;

const eip2930 = fc.record({
  ...call,
  type: fc.constant('eip2930' as const),
  chainId,
  gasPrice: fee,
  to: maybeTo,
  accessList,
}) as fc.Arbitrary<TransactionSerializableEIP2930>;

const withFees = <T extends object>(arbitrary: fc.Arbitrary<T>) =>
  fc.tuple(arbitrary, fees).map(([tx, both]) => ({ ...tx, ...both }));

const eip1559 = withFees(
  fc.record({ ...call, type: fc.constant('eip1559' as const), chainId, to: maybeTo, accessList }),
) as fc.Arbitrary<TransactionSerializableEIP1559>;

const eip4844 = withFees(
  fc.record({
    ...call,
    type: fc.constant('eip4844' as const),
    chainId,
    to: address,
    accessList,
    maxFeePerBlobGas: fc.bigInt(1n, 2n ** 100n),
    blobVersionedHashes: fc.array(
      hexOf(31).map((rest): Hex => `0x01${rest.slice(2)}`),
      { minLength: 1, maxLength: 4 },
    ),
  }),
) as fc.Arbitrary<TransactionSerializableEIP4844>;

const authorization = fc.record({
  chainId: fc.oneof(fc.constant(0), chainId),
  address,
  nonce: safe,
  yParity: fc.integer({ min: 0, max: 1 }),
  // Both libraries pad or trim these differently when they are small; real signatures are 32 bytes long.
  r: fc.bigInt(2n ** 254n, 2n ** 255n).map((n): Hex => `0x${n.toString(16)}`),
  s: fc.bigInt(2n ** 253n, 2n ** 254n).map((n): Hex => `0x${n.toString(16).padStart(64, '0')}`),
});
const eip7702 = withFees(
  fc.record({
    ...call,
    type: fc.constant('eip7702' as const),
    chainId,
    to: address,
    accessList,
    authorizationList: fc.array(authorization, { minLength: 1, maxLength: 3 }),
  }),
) as fc.Arbitrary<TransactionSerializableEIP7702>;

/** Random transactions of every envelope type, as viem takes them. */
export const TRANSACTIONS = { legacy, eip2930, eip1559, eip4844, eip7702 };

/** A private key, 32 bytes; small enough to lie below the order of the curve. */
export const privateKeyBytes = fc
  .uint8Array({ minLength: 31, maxLength: 31 })
  .filter((bytes) => bytes.some((byte) => byte !== 0))
  .map((bytes) => Uint8Array.from([0, ...bytes]));
