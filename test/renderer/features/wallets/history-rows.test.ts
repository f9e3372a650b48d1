import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type SolTransaction,
  historyAmount,
  historyCsv,
  rowsOf,
  solanaNames,
  statusWords,
} from '#renderer/features/wallets/history-rows.ts';

type Transfer = SolTransaction['transfers'][number];
const sol = (decimals = 9) => ({
  caip19: 'solana:mainnet/slip44:501',
  symbol: 'SOL',
  name: 'Solana',
  decimals,
});
const transfer = (amount: string, asset?: Transfer['asset']): Transfer => ({
  direction: 'OUT',
  amount,
  counterparty: 'receiver',
  ...(asset === undefined ? {} : { asset }),
});
const transaction = (transfers: Transfer[], more: Partial<SolTransaction> = {}): SolTransaction => ({
  signature: 'sig',
  block: { number: '7', hash: 'hash', timestamp: '2026-11-21T09:00:00Z' },
  status: 'FINALIZED',
  origin: 'payer',
  feePayer: 'payer',
  signers: [],
  fee: { amount: '5000', caip19: 'solana:mainnet/slip44:501' },
  transfers,
  ...more,
});

describe('a Solana history', () => {
  it('tells amounts exactly, beyond what a floating-point number holds', () => {
    expect(historyAmount(transfer('9007199254740993000000001', sol()))).toEqual({
      digits: '9,007,199,254,740,993.000000001',
      unit: 'SOL',
    });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 128n }),
        fc.integer({ min: 0, max: 255 }),
        (atoms, decimals) => {
          const [whole = '', part = ''] = historyAmount(transfer(String(atoms), sol(decimals))).digits.split(
            '.',
          );
          expect(BigInt(whole.replaceAll(',', '') + part.padEnd(decimals, '0'))).toBe(atoms);
        },
      ),
    );
  });

  it.each([1e9, -1, 1.5, Number.NaN])(
    'attack: a token that claims %s decimals is told in atomic units',
    (decimals) => {
      expect(historyAmount(transfer('1234', sol(decimals)))).toEqual({
        digits: '1,234',
        unit: 'atomic units',
      });
    },
  );

  it('tells atomic units where the asset is not known, and passes on what is no number', () => {
    expect(historyAmount(transfer('1234'))).toEqual({ digits: '1,234', unit: 'atomic units' });
    expect(historyAmount(transfer('1e9', sol())).digits).toBe('1e9');
  });

  it('has a line for each transfer, and one for a transaction without any', () => {
    const rows = rowsOf([
      transaction([transfer('1'), transfer('2')]),
      transaction([], { signature: 'other' }),
    ]);
    expect(rows.map(({ id }) => id)).toEqual(['sig:0', 'sig:1', 'other']);
  });

  it('calls a transaction that failed so, however final it is', () => {
    expect(statusWords(transaction([], { executionFailed: true }))).toBe('Failed');
    expect(statusWords(transaction([], { status: 'CONFIRMED' }))).toBe('Confirmed');
  });

  it('names contacts by their Solana addresses, in rows and in the file', () => {
    const [of] = rowsOf([transaction([transfer('1')])]);
    const address = of?.transfer?.counterparty ?? '';
    const at = (chain: 'TRANSACTION_TYPE_SOLANA' | 'TRANSACTION_TYPE_TRON') => ({ chain, address });
    const names = solanaNames([
      { name: 'Elsewhere', addresses: [at('TRANSACTION_TYPE_TRON')] },
      { name: 'Brightline', addresses: [at('TRANSACTION_TYPE_SOLANA')] },
    ]);
    const rows = rowsOf([transaction([transfer('1')]), transaction([])], names);
    expect(rows.map(({ contact }) => contact)).toEqual(['Brightline', null]);
    const lines = parse(historyCsv([transaction([transfer('1')])], names), {
      columns: true,
      record_delimiter: '\r\n',
    });
    expect(lines).toMatchObject([{ counterparty: address, contact: 'Brightline' }]);
  });

  it('attack: a token whose symbol is a formula is saved as text', () => {
    const asset = { ...sol(), symbol: '=cmd|calc' };
    const lines = parse(historyCsv([transaction([transfer('1500000000', asset)])], new Map()), {
      columns: true,
      record_delimiter: '\r\n',
    });
    expect(lines).toMatchObject([
      { amount: '1.5', unit: "'=cmd|calc", 'atomic amount': '1500000000', slot: '7' },
    ]);
  });
});
