import fc from 'fast-check';
import { Json } from 'ox';
import { TransactionRequest } from 'ox/tempo';
import { stringify } from 'viem';
import { describe, expect, it } from 'vitest';
import { readTempo } from '#chains/tempo/read-tempo.ts';
import { tempoJsonAsHex } from '#chains/tempo/json-transaction.ts';
import { AppError } from '#protocol/error.ts';
import { type Changes, PATH_USD, RECEIVER, envelope, tempoHex, transfer } from './unsigned.ts';

const refusalOf = (json: string): string => {
  try {
    return `read: ${tempoJsonAsHex(json) ?? 'null'}`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message}`;
  }
};
const jsonOf = (changes: Changes = {}): string => stringify(envelope(changes));
const withMore = (more: object): string => JSON.stringify({ ...(JSON.parse(jsonOf()) as object), ...more });
const without = (...names: string[]): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(JSON.parse(jsonOf()) as object).filter(([name]) => !names.includes(name)),
    ),
  );

const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const hexOf = (size: fc.SizeForArbitrary, minLength: number, maxLength: number) =>
  fc
    .uint8Array({ minLength, maxLength, size })
    .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`);
const address = hexOf('medium', 20, 20);
const call = fc.record({ to: address, value: amount, data: hexOf('small', 0, 70) });
const anyEnvelope = fc.record(
  {
    chainId: fc.integer({ min: 1, max: 2 ** 31 }),
    nonce: amount,
    gas: amount,
    maxFeePerGas: fc.bigInt({ min: 2n ** 32n, max: 2n ** 60n }),
    maxPriorityFeePerGas: fc.bigInt({ min: 0n, max: 2n ** 32n }),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    nonceKey: fc.bigInt({ min: 1n, max: 2n ** 190n }),
    validAfter: fc.integer({ min: 1, max: 1_000_000 }),
    validBefore: fc.integer({ min: 2_000_000, max: 2 ** 31 }),
    feeToken: fc.constantFrom<`0x${string}`>(PATH_USD, RECEIVER),
    accessList: fc.array(
      fc.record({ address, storageKeys: fc.array(hexOf('small', 32, 32), { maxLength: 2 }) }),
      { maxLength: 2 },
    ),
    feePayerSignature: fc.constant(null),
  },
  {
    requiredKeys: ['chainId', 'nonce', 'gas', 'maxFeePerGas', 'maxPriorityFeePerGas', 'calls'],
  },
) as fc.Arbitrary<Changes>;

describe('a Tempo transaction in JSON', () => {
  it('is the bytes that ox makes of it, as viem and ox write it', () => {
    fc.assert(
      fc.property(anyEnvelope, (given) => {
        const whole = { ...given, type: 'tempo' as const };
        const wanted = tempoHex({ validBefore: undefined, feeToken: undefined, ...whole });
        expect(tempoJsonAsHex(stringify(whole))).toBe(wanted);
        expect(tempoJsonAsHex(Json.stringify(whole))).toBe(wanted);
        expect(readTempo(wanted).chain).toBe('tempo');
      }),
      { numRuns: 200 },
    );
  });

  it('is read from the request that ox sends to a node, and from that of a wallet', () => {
    const rpc = TransactionRequest.toRpc(envelope());
    expect(tempoJsonAsHex(JSON.stringify(rpc))).toBe(tempoHex());
    const asked = { method: 'eth_sendTransaction', params: [{ ...rpc, from: RECEIVER }] };
    expect(tempoJsonAsHex(JSON.stringify(asked))).toBe(tempoHex());
    const call = { to: PATH_USD, data: transfer(1_500_000n) };
    expect(tempoJsonAsHex(JSON.stringify({ ...rpc, calls: undefined, ...call }))).toBe(tempoHex());
  });

  it.each([
    '{}',
    '[]',
    '1',
    '{"calls":',
    '{"calls":[]}',
    '{"type":"0x2","nonce":1}',
    '{"types":{},"calls":[]}',
  ])('leaves %s to other readers', (json) => {
    expect(tempoJsonAsHex(json)).toBeNull();
  });

  it.each([
    ['nothing is guessed', without('nonce', 'gas'), /no nonce, gas\./],
    ['no call', without('calls'), /no calls/],
    ['calls that are no list', withMore({ calls: {} }), /“calls” .* list/],
    ['a call that is none', withMore({ calls: [1] }), /“calls\[0\]”/],
    ['half a byte of data', withMore({ calls: [{ to: RECEIVER, data: '0x1' }] }), /“calls\[0\]\.data”/],
    ['a name for an address', withMore({ calls: [{ to: 'treasury' }] }), /ADDRESS_INVALID/],
    ['a random sequence of nonces', withMore({ nonceKey: 'random' }), /“nonceKey”/],
    ['a token by its number', withMore({ feeToken: 1 }), /“feeToken”/],
    ['a fee payer who signed', withMore({ feePayerSignature: {} }), /“feePayerSignature”/],
    ['a delegation', withMore({ authorizationList: [{}] }), /“authorizationList”/],
    ['another type', withMore({ type: '0x2' }), /“type”/],
  ])('refuses: %s', (_, json, said) => {
    expect(refusalOf(json)).toMatch(/^(?:TRANSACTION_JSON|ADDRESS)_INVALID: /);
    expect(refusalOf(json)).toMatch(said);
  });

  it.each([
    ['has a payment beside its calls', withMore({ to: RECEIVER, value: '0x1' }), /both calls and to/],
    ['has a member twice', jsonOf().replace('"nonce"', '"nonce":"1","nonce"'), /JSON_INVALID/],
    ['gives a key to somebody, which would be lost', withMore({ keyAuthorization: {} }), /keyAuthorization/],
    ['hides a member in a call', withMore({ calls: [{ to: RECEIVER, delegate: RECEIVER }] }), /delegate/],
    [
      'says two things in one call',
      withMore({ calls: [{ to: RECEIVER, data: '0x01', input: '0x02' }] }),
      /both data and input/,
    ],
    [
      'has a number that JavaScript rounds',
      jsonOf().replace('"nonce":"7"', '"nonce":9007199254740993'),
      /JSON_INVALID/,
    ],
  ])('attack: a transaction %s', (_, json, said) => {
    expect(refusalOf(json)).toMatch(said);
  });

  it('any change of a character gives a refusal, other bytes, or no transaction', () => {
    const json = jsonOf();
    fc.assert(
      fc.property(fc.nat(json.length - 1), fc.string({ maxLength: 2 }), (at, put) => {
        expect(refusalOf(json.slice(0, at) + put + json.slice(at + 1))).toMatch(
          /^(?:read: |TRANSACTION_JSON_INVALID|JSON_INVALID|ADDRESS_)/,
        );
      }),
      { numRuns: 500 },
    );
  });
});
