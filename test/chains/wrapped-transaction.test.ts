// Transactions that JSON carries: in a member of an object, or as bytes.
import { base58, base64 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#protocol/error.ts';
import { fromHex } from '#protocol/encoding.ts';
import { transactionAsHex } from '#chains/transaction-input.ts';
import bitcoinVectors from '../vectors/bitcoin/published.json' with { type: 'json' };
import solanaVectors from '../vectors/solana/web3js.json' with { type: 'json' };
import { permit } from './ethereum/typed-data/samples.ts';
import { OTHER, unsigned } from './ethereum/unsigned.ts';
import { tempoHex } from './tempo/unsigned.ts';
import { OWNER, RECEIVER, tronRaw } from './tron/unsigned.ts';

const psbt = bitcoinVectors[0]?.hex ?? '';
const otherPsbt = bitcoinVectors.find(({ hex }) => hex !== psbt)?.hex ?? '';
const [solana = '', otherSolana = ''] = solanaVectors.map(({ transaction }) => transaction);
const message = solana.slice(2 + 128 * Number.parseInt(solana.slice(0, 2), 16));
const ethereum = unsigned({ to: OTHER }).replace('0x', '');
const tron = tronRaw('TransferContract', { owner_address: OWNER.hex, to_address: RECEIVER.hex, amount: 1 });

const b64 = (hex: string): string => base64.encode(fromHex(hex));
const listOf = (hex: string): number[] => [...fromHex(hex)];
const bufferOf = (hex: string): unknown => JSON.parse(JSON.stringify(Buffer.from(fromHex(hex))));
const placesOf = (hex: string): unknown => JSON.parse(JSON.stringify(fromHex(hex)));
const read = (value: unknown): string => transactionAsHex(JSON.stringify(value));
const refusalOf = (json: string): string => {
  try {
    return `read: ${transactionAsHex(json)}`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message}`;
  }
};

describe('a transaction within JSON', () => {
  it.each<[string, unknown, string]>([
    ['a Solana transaction in Base64', { transaction: b64(solana) }, solana],
    ['one in Base58', { tx: base58.encode(fromHex(solana)) }, solana],
    ['one in hex', { serializedTransaction: solana }, solana],
    ['its message', { message: base58.encode(fromHex(message)) }, solana],
    ['its message in hex', { message: `0x${message}` }, solana],
    ['a wallet’s request', { method: 'signTransaction', params: { message: b64(message) } }, solana],
    [
      'a request with a list',
      { method: 'solana_signTransaction', params: [{ transaction: b64(solana) }] },
      solana,
    ],
    [
      'a transaction beside words for people',
      { transaction: b64(solana), message: 'Buy one coffee' },
      solana,
    ],
    ['a transaction and its message', { transaction: b64(solana), message: b64(message) }, solana],
    ['a PSBT in Base64', { psbt: b64(psbt), finalize: false }, psbt],
    ['a PSBT in hex', { psbt: psbt.toUpperCase() }, psbt],
    ['a PSBT called a transaction', { tx: b64(psbt) }, psbt],
    ['Ethereum’s bytes', { tx: `0x${ethereum}` }, ethereum],
    ['Tempo’s bytes', { serializedTransaction: b64(tempoHex()) }, tempoHex()],
    ['Tron’s beside its ID', { txID: 'ab', raw_data: { amount: 2 ** 60 }, raw_data_hex: tron }, tron],
    ['Tron’s, twice the same', { raw_data_hex: tron, transaction: { raw_data_hex: tron } }, tron],
    ['a list of bytes', listOf(solana), solana],
    ['a message as a list of bytes', listOf(message), solana],
    ['a Buffer of Node', bufferOf(psbt), psbt],
    ['a typed array', placesOf(solana), solana],
    ['a Buffer in a member', { transaction: bufferOf(solana) }, solana],
    ['a list in a member', { psbt: listOf(psbt) }, psbt],
    [
      'Ethereum’s JSON',
      { tx: { chainId: 1, nonce: 0, gas: 21_000, gasPrice: 1, to: OTHER, value: 1 } },
      transactionAsHex(
        JSON.stringify({ chainId: 1, nonce: 0, gas: 21_000, gasPrice: 1, to: OTHER, value: 1 }),
      ),
    ],
  ])('%s becomes the hex that is signed', (_, value, hex) => {
    expect(read(value)).toBe(hex);
    expect(transactionAsHex(` ${JSON.stringify(value, null, 2)}\n`)).toBe(hex);
  });

  it.each<[string, unknown]>([
    ['a message for people', { message: 'Hello' }],
    ['a digest', { message: 'ab'.repeat(32) }],
    ['a list of a message’s own', { message: listOf('ab'.repeat(70)) }],
    ['typed data', permit()],
    [
      'typed data with a message that looks like a transaction',
      { types: {}, message: { nonce: 1, chainId: 1 } },
    ],
    ['words', { transaction: 'deposit' }],
    ['nothing', { tx: '' }],
    ['an empty list', []],
    ['a list of lists', [[1], [2]]],
    ['numbers that are no bytes', Array.from({ length: 100 }, (_each, at) => at * 3)],
    ['fractions', Array.from({ length: 100 }, () => 0.5)],
  ])('leaves %s to its reader', (_, value) => {
    expect(read(value)).toBe(JSON.stringify(value));
  });

  it.each([16, 32, 33, 64])('attack: a private key of %i bytes in a list is no transaction', (length) => {
    const key = Array.from({ length }, (_, at) => at + 1);
    for (const value of [key, { transaction: key }, { type: 'Buffer', data: key }])
      expect(read(value)).toBe(JSON.stringify(value));
  });

  it.each<[string, string, RegExp]>([
    [
      'two transactions',
      JSON.stringify({ transaction: b64(solana), serializedTransaction: b64(otherSolana) }),
      /both serializedTransaction and transaction/,
    ],
    ['two PSBTs', JSON.stringify({ psbt: b64(psbt), tx: otherPsbt }), /both psbt and tx/],
    [
      'another message than the transaction’s',
      JSON.stringify({ transaction: b64(otherSolana), message: b64(message) }),
      /both/,
    ],
    [
      'transactions of two chains',
      JSON.stringify({ raw_data_hex: tron, psbt: b64(psbt) }),
      /both raw_data_hex and psbt/,
    ],
    [
      'another within',
      JSON.stringify({ raw_data_hex: tron, transaction: { raw_data_hex: `${tron}00` } }),
      /both/,
    ],
    [
      'one that isn’t read beside one that is',
      JSON.stringify({ transaction: b64(solana), tx: 'later' }),
      /both transaction and tx/,
    ],
    [
      'one beside a request’s',
      JSON.stringify({ tx: b64(solana), params: { tx: b64(otherSolana) } }),
      /both tx and params\.tx/,
    ],
    ['a member twice', `{"psbt":"${b64(psbt)}","psbt":"${b64(otherPsbt)}"}`, /^JSON_INVALID/],
    ['a PSBT that is none', JSON.stringify({ psbt: 'later' }), /“psbt” .* no transaction/],
    ['half a byte', JSON.stringify({ serializedTransaction: 'abc' }), /“serializedTransaction”/],
    ['a byte of 256', JSON.stringify({ psbt: [...listOf(psbt), 256] }), /“psbt”/],
  ])('attack: %s is refused', (_, json, said) => {
    expect(refusalOf(json)).toMatch(/^(?:TRANSACTION_)?JSON_INVALID: /);
    expect(refusalOf(json)).toMatch(said);
  });

  it('is what was wrapped, whatever wraps it and however often it is said', () => {
    const members = ['transaction', 'tx', 'serializedTransaction'] as const;
    const forms = [
      b64,
      (hex: string) => hex,
      (hex: string) => `0x${hex.toUpperCase()}`,
      listOf,
      bufferOf,
      placesOf,
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(solana, otherSolana, psbt, otherPsbt, ethereum, tempoHex()),
        fc.uniqueArray(fc.constantFrom(...members), { minLength: 1 }),
        fc.array(fc.constantFrom(...forms), { minLength: 3, maxLength: 3 }),
        (hex, names, how) => {
          const wrapped = Object.fromEntries(names.map((name, at) => [name, how[at]?.(hex)]));
          expect(read(wrapped)).toBe(hex);
        },
      ),
    );
  });

  it('any JSON is left alone, read or refused by a typed error', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(b64(solana), psbt, tron, base58.encode(fromHex(solana))),
    );
    const value = fc.oneof(
      text,
      fc.json().map((json) => JSON.parse(json) as unknown),
      fc.array(fc.nat(300)),
    );
    const names = fc.constantFrom(
      'transaction',
      'tx',
      'psbt',
      'message',
      'raw_data_hex',
      'params',
      'types',
      'data',
    );
    fc.assert(
      fc.property(fc.dictionary(names, value), (given) => {
        expect(refusalOf(JSON.stringify(given))).toMatch(/^(?:read: |(?:TRANSACTION_)?JSON_INVALID)/);
      }),
      { numRuns: 300 },
    );
  });
});
