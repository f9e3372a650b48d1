import { type ReactNode, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { useKeyOptions } from '#renderer/features/signers/key-options.tsx';
import type { SignerChoice } from '#renderer/features/signers/signers.ts';

let asked = 0;
const keyAt = (index: number): SignerChoice => ({
  ...{ signWith: `key ${index}`, name: `Key ${index}`, curve: 'CURVE_SECP256K1' },
  get addresses() {
    asked += 1;
    return [{ format: 'ADDRESS_FORMAT_ETHEREUM' as const, address: `0x${index}` }];
  },
});
const KEYS = [...Array.from({ length: 20 }, (_, index) => keyAt(index)), { ...keyAt(20), addresses: [] }];

/** Draws a form so often in one render, as its letters do. @param types the chain at each of them */
function Form({ types }: { types: readonly TransactionType[] }): ReactNode {
  const [drawn, setDrawn] = useState(0);
  const options = useKeyOptions({ state: 'ready', value: KEYS }, types[drawn] ?? 'TRANSACTION_TYPE_ETHEREUM');
  if (drawn < types.length - 1) setDrawn(drawn + 1);
  return options.map(({ id, label, words }) => `${id} ${label} ${words}`).join();
}

it('offers the keys that sign on the chain, found by their address', () => {
  const drawn = renderToStaticMarkup(<Form types={['TRANSACTION_TYPE_ETHEREUM']} />);
  expect(drawn.split(',')).toHaveLength(20);
  expect(drawn).toContain('key 3 Key 3 0x3');
  expect(renderToStaticMarkup(<Form types={['TRANSACTION_TYPE_SOLANA']} />)).toBe('');
});

it('looks through the keys once for as many letters as are typed, and once more for another chain', () => {
  const countOf = (types: readonly TransactionType[]): number => {
    asked = 0;
    renderToStaticMarkup(<Form types={types} />);
    return asked;
  };
  const once = countOf(['TRANSACTION_TYPE_ETHEREUM']);
  expect(countOf(Array.from({ length: 10 }, () => 'TRANSACTION_TYPE_ETHEREUM'))).toBe(once);
  expect(countOf(['TRANSACTION_TYPE_ETHEREUM', 'TRANSACTION_TYPE_TRON'])).toBeGreaterThan(once);
});
