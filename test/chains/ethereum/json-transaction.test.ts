import fc from 'fast-check';
import { Transaction, getAddress } from 'ethers';
import { type TransactionSerializable, serializeTransaction } from 'viem';
import { describe, expect, it } from 'vitest';
import { ethereumJsonAsHex } from '#chains/ethereum/json-transaction.ts';
import { AppError } from '#protocol/error.ts';

const TO = '0x5e2F9B0c41D7B9a9c2f4d3e1B8A6F7c0d9E8B7A6'.toLowerCase() as `0x${string}`;
const PAYMENT = {
  ...{ chainId: 1, nonce: 12, gas: '0x5208', to: TO, value: '1000000000000000000' },
  ...{ maxFeePerGas: '30000000000', maxPriorityFeePerGas: '0x59682f00' },
};
const of = (value: unknown): string | null => ethereumJsonAsHex(JSON.stringify(value));
const refusalOf = (json: string): string => {
  try {
    return `read: ${ethereumJsonAsHex(json) ?? 'null'}`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message}`;
  }
};
const without = (...names: string[]): string =>
  JSON.stringify(Object.fromEntries(Object.entries(PAYMENT).filter(([name]) => !names.includes(name))));
const withMore = (more: object): string => JSON.stringify({ ...PAYMENT, ...more });

const word = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`);
const hex = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`);
const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`);
const number = (value: bigint): fc.Arbitrary<unknown> =>
  fc.constantFrom(
    value.toString(),
    `0x${value.toString(16)}`,
    ...(value <= BigInt(Number.MAX_SAFE_INTEGER) ? [Number(value)] : []),
  );

describe('an Ethereum transaction in JSON', () => {
  it('is the bytes that viem and ethers make of the same members', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('legacy', 'eip2930', 'eip1559'),
        fc.record({
          chainId: fc.integer({ min: 1, max: 2 ** 31 }),
          nonce: fc.nat(),
          to: address,
          data: hex(80),
        }),
        fc.record({ gas: word, value: word, price: word, tip: word }),
        fc.array(fc.record({ address, storageKeys: fc.array(key, { maxLength: 2 }) }), { maxLength: 2 }),
        fc.gen(),
        (type, plain, { gas, value, price, tip }, accessList, gen) => {
          const pick = (given: bigint): unknown => gen(number, given);
          const [low, high] = tip < price ? [tip, price] : [price, tip];
          const fees =
            type === 'eip1559' ? { maxFeePerGas: high, maxPriorityFeePerGas: low } : { gasPrice: price };
          const list = type === 'legacy' ? {} : { accessList };
          const wanted = serializeTransaction({
            ...{ type, ...plain, gas, value, ...fees, ...list },
          } as TransactionSerializable);
          const json = {
            ...{ type, ...plain, gas: pick(gas), value: pick(value), ...list },
            ...Object.fromEntries(Object.entries(fees).map(([name, fee]) => [name, pick(fee)])),
          };
          expect(`0x${of(json)}`).toBe(wanted);
          expect(Transaction.from(`0x${of(json)}`).unsignedSerialized).toBe(wanted);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is read from what ethers writes of it, and from a request of a wallet', () => {
    const made = Transaction.from({ ...PAYMENT, gasLimit: PAYMENT.gas, type: 2 });
    expect(`0x${of(made.toJSON())}`).toBe(made.unsignedSerialized);
    const request = { method: 'eth_sendTransaction', params: [{ ...PAYMENT, from: TO }] };
    expect(of(request)).toBe(of(PAYMENT));
  });

  it('makes a contract where it says no recipient and has code', () => {
    const made = Transaction.from(`0x${ethereumJsonAsHex(without('to').replace('{', '{"data":"0x6000",'))}`);
    expect(made).toMatchObject({ to: null, data: '0x6000' });
  });

  it.each(['{}', '{"raw_data_hex":"0a"}', '[]', '1', '{"nonce":', '{"types":{},"nonce":1}'])(
    'leaves %s to other readers',
    (json) => {
      expect(ethereumJsonAsHex(json)).toBeNull();
    },
  );

  it.each([
    ['nothing is guessed', without('nonce', 'chainId'), /no chainId, nonce\./],
    ['a payment without a recipient is no contract', without('to'), /no to\./],
    ['half a fee', without('maxPriorityFeePerGas'), /no maxPriorityFeePerGas/],
    ['a decimal amount', withMore({ value: '0.5' }), /“value” .* whole number/],
    ['a negative one', withMore({ value: -1 }), /“value” .* whole number/],
    ['more than 256 bits', withMore({ value: `0x1${'0'.repeat(64)}` }), /256 bits/],
    [
      'a number that JavaScript rounds',
      withMore({}).replace('"1000000000000000000"', '1000000000000000001'),
      /JSON_INVALID/,
    ],
    [
      'a wrong checksum',
      withMore({ to: getAddress(TO).replace(/[A-F]/, (letter) => letter.toLowerCase()) }),
      /ADDRESS_CHECKSUM_INVALID/,
    ],
    ['half a byte of data', withMore({ data: '0x123' }), /“data”/],
    ['the type of other fees', withMore({ type: '0x0' }), /“type” .* is 0/],
    ['a type that isn’t read', withMore({ type: 3 }), /“type”/],
    ['both kinds of fee', withMore({ gasPrice: 1 }), /both gasPrice and maxFeePerGas/],
    ['blobs', withMore({ blobVersionedHashes: [] }), /blobVersionedHashes/],
  ])('refuses: %s', (_, json, said) => {
    expect(refusalOf(json)).toMatch(said);
  });

  it.each([
    [
      'names the recipient twice',
      withMore({}).replace('"to"', `"to":"0x${'11'.repeat(20)}","to"`),
      /JSON_INVALID/,
    ],
    ['says two things under two names', withMore({ data: '0x01', input: '0x02' }), /both data and input/],
    ['says two gas limits', withMore({ gasLimit: '0x1' }), /both gas and gasLimit/],
    [
      'carries an authorization that would be lost',
      withMore({ authorizationList: [{}] }),
      /authorizationList/,
    ],
    ['hides letters in a member’s name', withMore({ 'valu\u202Ee': 1 }), /valu\[U\+202E\]e/],
    ['hides a recipient in the prototype', withMore({}).replace('"to"', '"__proto__"'), /JSON_INVALID/],
  ])('attack: a transaction %s', (_, json, said) => {
    expect(refusalOf(json)).toMatch(said);
  });
});
