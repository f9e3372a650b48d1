import { formatAsset } from '#chains/model/amounts.ts';
import type { Fact } from '#chains/model/decoded.ts';
import type { Asset, Totals } from '#chains/model/totals.ts';

/** Labels under which the readers themselves state what a transaction moves; nobody else's words are among them. */
const STATED = new Set(['Amount', 'Coins']);
const FEES = new Set(['Max fee', 'Fee', 'Fee limit']);

/**
 * What leaves the operator's addresses and what comes in, as facts; what is not known in words. An amount that a fact of
 * the transaction states already is left out.
 * @param facts the transaction's own facts
 */
export function balanceChanges(totals: Totals | undefined, facts: readonly Fact[]): Fact[] {
  if (totals === undefined) return [];
  const { assets, fee, notes } = totals;
  const states = (labels: ReadonlySet<string>, value: string): boolean =>
    facts.filter((fact) => fact.kind === 'amount' && labels.has(fact.label) && fact.value === value)
      .length === 1;
  const amount = (label: string, asset: Asset, atoms: string): Fact => ({
    label,
    value: formatAsset(asset, BigInt(atoms)),
    kind: 'amount',
    ...(asset.symbol === undefined && asset.id !== undefined ? { note: asset.id } : {}),
  });
  const leaving = assets
    .filter(({ out }) => out !== '0')
    .map(({ asset, out }) => amount('You send', asset, out));
  const arriving = assets
    .filter(({ in: back }) => back !== '0')
    .map(({ asset, in: back }) => amount('You receive', asset, back));
  const paid = fee === undefined ? [] : [amount(fee.isHighest ? 'Max fee' : 'Fee', fee.asset, fee.amount)];
  return [
    ...(leaving.length === 1 ? leaving.filter(({ value }) => !states(STATED, value)) : leaving),
    ...arriving,
    ...paid.filter(({ value }) => !states(FEES, value)),
    ...notes.map((value): Fact => ({ label: 'Balance changes', value, kind: 'text' })),
  ];
}
