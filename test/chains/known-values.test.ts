import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readKnownValues } from '#chains/known-values.ts';
import { TRANSACTION_TYPES } from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';

const ID = 'ab'.repeat(32);
const read = (chain: string, content: unknown) =>
  readKnownValues(`TRANSACTION_TYPE_${chain}` as (typeof TRANSACTION_TYPES)[number], JSON.stringify(content));
const framed = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result });

describe('what a payment must know, out of a file', () => {
  it.each([
    ['ETHEREUM', { nonce: 8, maxFee: '30' }, { nonce: '8', maxFee: '30' }],
    ['ETHEREUM', framed('0x1a4'), { nonce: '420' }],
    ['TEMPO', framed('0x0'), { nonce: '0' }],
    [
      'SOLANA',
      framed({ context: { slot: 1 }, value: { blockhash: '9'.repeat(44), lastValidBlockHeight: 2 } }),
      { blockhash: '9'.repeat(44) },
    ],
    ['TRON', { blockID: ID, block_header: { raw_data: {} } }, { block: ID }],
    ['BITCOIN', { result: '02000000'.repeat(20), error: null, id: 1 }, { previous: '02000000'.repeat(20) }],
    [
      'BITCOIN',
      [
        { txid: ID, vout: 0, address: 'bc1q', amount: 0.1, confirmations: 6 },
        { txid: ID, vout: 3, address: 'bc1q', amount: 20_999_999.99999999 },
      ],
      { coins: `${ID}:0 0.10000000\n${ID}:3 20999999.99999999` },
    ],
    [
      'BITCOIN',
      { coins: [`${ID}:0 1`, `${ID}:1 2`], rate: 12 },
      { coins: `${ID}:0 1\n${ID}:1 2`, rate: '12' },
    ],
  ])('of %s', (chain, content, values) => {
    expect(read(chain, content)).toEqual(values);
  });

  it.each([
    ['an answer of another chain', 'BITCOIN', framed('0x1a4')],
    ['a name that the form doesn’t have', 'ETHEREUM', { nonce: '1', to: '0x1' }],
    ['a recipient', 'SOLANA', { to: '9'.repeat(44) }],
    ['an error in the place of an answer', 'ETHEREUM', { jsonrpc: '2.0', id: 1, error: { code: 1 } }],
    ['a number with a leading zero', 'ETHEREUM', framed('0x01')],
    ['an amount below zero', 'BITCOIN', [{ txid: ID, vout: 0, amount: -1 }]],
    ['a part of a satoshi', 'BITCOIN', [{ txid: ID, vout: 0, amount: 0.123456789 }]],
    ['nothing', 'TRON', {}],
  ])('attack: %s', (_what, chain, content) => {
    expect(() => read(chain, content)).toThrow(
      expect.objectContaining({ code: 'TRANSFER_VALUES_UNREADABLE' }),
    );
  });

  it('attack: a member that is there twice', () => {
    expect(() => readKnownValues('TRANSACTION_TYPE_ETHEREUM', '{"nonce":"1","nonce":"2"}')).toThrow(AppError);
  });

  it('attack: a name of the language’s own', () => {
    expect(() => readKnownValues('TRANSACTION_TYPE_ETHEREUM', '{"__proto__":"1"}')).toThrow(AppError);
  });

  it('is an answer or a typed error for anything at all', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TRANSACTION_TYPES),
        fc.oneof(fc.string(), fc.json()),
        (type, content) => {
          try {
            readKnownValues(type, content);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
          }
        },
      ),
    );
  });
});
