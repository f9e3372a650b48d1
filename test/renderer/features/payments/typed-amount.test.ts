import { expect, it } from 'vitest';
import type { PaymentAsset } from '#preload/contract/transfers.ts';
import { readTypedAmount } from '#renderer/features/payments/typed-amount.ts';

const asset = (id: string, symbol: string): PaymentAsset => ({ id, symbol, name: symbol, decimals: 6 });
const ASSETS = [asset('', 'SOL'), asset('1', 'USDC'), asset('2', 'mSOL'), asset('3', 'USDC.e')];

it.each([
  ['12.5 USDC', '12.5', '1'],
  ['  12.5   usdc ', '12.5', '1'],
  ['3 msol', '3', '2'],
  ['1 USDC.e', '1', '3'],
  // What is no number is told where numbers are read.
  ['1,000 SOL', '1,000', ''],
])('reads the asset of %s', (text, number, id) => {
  expect(readTypedAmount(text, ASSETS)).toMatchObject({ number, asset: { id } });
});

it.each(['12.5', '12.5 ', '12.5 US', 'USDC', '12.5USDC', '12.5 USDC to Ada', '12.5 QQ', ''])(
  'leaves %j as it is',
  (text) => {
    expect(readTypedAmount(text, ASSETS)).toEqual({ number: text, asset: null });
  },
);

it('attack: a second token of the same symbol is not chosen, and neither is the first', () => {
  const twice = [...ASSETS, asset('4', 'USDC')];
  expect(readTypedAmount('1 USDC', twice)).toEqual({ number: '1 USDC', asset: null });
  // One whose letters differ in case alone is not that one.
  const other = [...ASSETS, asset('5', 'UsdC')];
  expect(readTypedAmount('1 USDC', other).asset?.id).toBe('1');
  expect(readTypedAmount('1 usdc', other).asset).toBeNull();
});
