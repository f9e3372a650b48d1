import { base58, base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { readTransaction } from '#chains/chains.ts';
import { fromHex } from '#protocol/encoding.ts';
import { transactionAsHex } from '#chains/transaction-input.ts';
import bitcoinVectors from '../vectors/bitcoin/published.json' with { type: 'json' };
import solanaVectors from '../vectors/solana/web3js.json' with { type: 'json' };
import { OTHER, unsigned } from './ethereum/unsigned.ts';
import { OWNER, RECEIVER, tronRaw } from './tron/unsigned.ts';

const psbt = bitcoinVectors[0]?.hex ?? '';
const solana = solanaVectors[0]?.transaction ?? '';
const message = solana.slice(2 + 128 * Number.parseInt(solana.slice(0, 2), 16));
const tron = tronRaw('TransferContract', {
  owner_address: OWNER.hex,
  to_address: RECEIVER.hex,
  amount: 1,
});
const lines = (text: string): string => text.replace(/.{64}/g, '$&\n');

describe('the forms in which transactions are pasted', () => {
  it.each<[name: string, type: TransactionType, text: string, hex: string]>([
    ['a base64 PSBT', 'TRANSACTION_TYPE_BITCOIN', base64.encode(fromHex(psbt)), psbt],
    ['one in lines', 'TRANSACTION_TYPE_BITCOIN', lines(base64.encode(fromHex(psbt))), psbt],
    ['a base64 Solana transaction', 'TRANSACTION_TYPE_SOLANA', base64.encode(fromHex(solana)), solana],
    ['a base58 Solana transaction', 'TRANSACTION_TYPE_SOLANA', base58.encode(fromHex(solana)), solana],
    ['a base64 Solana message', 'TRANSACTION_TYPE_SOLANA', base64.encode(fromHex(message)), solana],
    ['a base58 Solana message', 'TRANSACTION_TYPE_SOLANA', base58.encode(fromHex(message)), solana],
    ['Tron’s JSON', 'TRANSACTION_TYPE_TRON', JSON.stringify({ txID: '', raw_data_hex: tron }, null, 2), tron],
    [
      'Tron’s JSON within another',
      'TRANSACTION_TYPE_TRON',
      JSON.stringify({ transaction: { raw_data_hex: tron } }),
      tron,
    ],
    [
      'a base64 Ethereum transaction',
      'TRANSACTION_TYPE_ETHEREUM',
      base64.encode(fromHex(unsigned({ to: OTHER }))),
      unsigned({ to: OTHER }).replace('0x', ''),
    ],
  ])('%s becomes the hex that is signed', (_, type, text, hex) => {
    expect(transactionAsHex(text)).toBe(hex);
    expect(readTransaction(type, transactionAsHex(text)).sentence.length).toBeGreaterThan(0);
  });

  it.each([
    '',
    '0x',
    unsigned({ to: OTHER }),
    '  02f8 \n',
    'not hex',
    '{"a":',
    '{}',
    'cHNidP8',
    'AAAA',
    'zz!',
  ])('leaves %j to its reader', (text) => {
    expect(transactionAsHex(text)).toBe(text);
  });
});
