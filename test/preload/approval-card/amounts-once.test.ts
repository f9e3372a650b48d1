// One amount stands on the card once, and in one form: in the sentence, the facts, and the balance changes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildCard } from '#preload/approval-card/card-model.ts';
import type { Row } from '#preload/approval-card/card-values.ts';
import { chainOf } from '#chains/chains.ts';
import type { DecodedTransaction } from '#chains/model/decoded.ts';
import { preview } from '../../renderer/fake-data.ts';
import { encode, OTHER, SIGNER, unsigned, USDC, WETH } from '../../chains/ethereum/unsigned.ts';
import { OWNER, RECEIVER, tronRaw } from '../../chains/tron/unsigned.ts';

const FORM = /(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)? (?:ETH|USDC|WETH|TRX)\b/g;
const TIDY = /^(?:\d{1,3}(?:,\d{3})*)(?:\.(?:\d\d|\d*[1-9]))? \S+$/;

const textOf = ({ value, note }: Row): string => ('text' in value ? `${value.text} ${note}` : note);

function statedBy(reading: DecodedTransaction): { sentence: string[]; rows: string[] } {
  const { sentence, facts, warnings } = reading;
  const card = buildCard({
    preview: { ...preview, sentence, facts, warnings, reading },
    deniesAtMs: 1,
    nowMs: 0,
    theme: 'system',
  });
  const rows = [...card.rows, ...card.details].filter(({ label }) => label !== 'Max fee');
  const said = card.sentence.map((value) => ('text' in value ? value.text : '')).join('');
  return { sentence: said.match(FORM) ?? [], rows: rows.flatMap((row) => textOf(row).match(FORM) ?? []) };
}

function expectOnce(reading: DecodedTransaction): void {
  const { sentence, rows } = statedBy(reading);
  expect(rows).toHaveLength(1);
  expect(sentence).toEqual(rows);
  expect(rows[0]).toMatch(TIDY);
}

const amount = fc.bigInt({ min: 1n, max: 10n ** 30n });

it('states the amount of a token once, in one form', () => {
  fc.assert(
    fc.property(amount, fc.constantFrom(USDC, WETH), (atoms, token) => {
      const bytes = unsigned({ to: token, data: encode('transfer(address,uint256)', OTHER, atoms) });
      expectOnce(chainOf('TRANSACTION_TYPE_ETHEREUM').read(bytes, { address: SIGNER }));
    }),
  );
});

it('states an amount of ether once, in one form', () => {
  fc.assert(
    fc.property(amount, (value) => {
      const bytes = unsigned({ to: OTHER, value });
      expectOnce(chainOf('TRANSACTION_TYPE_ETHEREUM').read(bytes, { address: SIGNER }));
    }),
  );
});

it('states an amount of TRX once, in one form', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (sun) => {
      const value = { owner_address: OWNER.hex, to_address: RECEIVER.hex, amount: sun };
      const bytes = tronRaw('TransferContract', value, Date.now() + 3_600_000);
      expectOnce(chainOf('TRANSACTION_TYPE_TRON').read(bytes, { address: OWNER.text }));
    }),
  );
});

it('states the fee once', () => {
  const bytes = unsigned({ to: OTHER, value: 1n });
  const { sentence, facts, warnings, ...reading } = chainOf('TRANSACTION_TYPE_ETHEREUM').read(bytes, {
    address: SIGNER,
  });
  const card = buildCard({
    preview: { ...preview, sentence, facts, warnings, reading: { sentence, facts, warnings, ...reading } },
    deniesAtMs: 1,
    nowMs: 0,
    theme: 'system',
  });
  expect(card.rows.filter(({ label }) => /fee/i.test(label)).map(({ label }) => label)).toEqual(['Max fee']);
});
