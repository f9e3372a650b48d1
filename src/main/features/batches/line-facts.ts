import { formatAsset } from '#chains/model/amounts.ts';
import type { Fact, RecognisedAction, Warning } from '#chains/model/decoded.ts';
import type { Totals } from '#chains/model/totals.ts';
import type { SpelledLine } from '#preload/contract/requests.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { PreviewParts } from '../previews/module.ts';

/** Says a line as its own preview would: sentence, what it moves, every fact, those of its steps, and its warnings. */
export function spellLine(
  line: number,
  operation: SubmitOperation,
  { sentence, facts, reading, votesOn }: PreviewParts,
  warnings: readonly Warning[],
): SpelledLine {
  const said = new Set(facts.map(nameOf));
  const steps = stepFacts(reading?.actions ?? [], '').filter((fact) => !said.has(nameOf(fact.of)));
  return {
    line,
    operation: votesOn?.summary ?? operation.summary,
    sentence,
    facts: [
      ...totalFacts(reading?.totals),
      ...facts.map(withoutRanges),
      ...steps.map(({ of, label }) => ({ ...withoutRanges(of), label })),
    ],
    warnings: [...warnings],
  };
}

const nameOf = ({ label, value }: Fact): string => `${label}\n${value}`;

/** The bytes that a fact comes from are not drawn here, and would be half of what is kept. */
const withoutRanges = ({ label, value, kind, note }: Fact): Fact => ({
  label,
  value,
  kind,
  ...(note === undefined ? {} : { note }),
});

/** The facts of each step and of the steps within, numbered; one step alone has no number. */
function stepFacts(actions: readonly RecognisedAction[], prefix: string): { of: Fact; label: string }[] {
  const isOnly = actions.length === 1 && prefix === '';
  return actions.flatMap((action, index) => {
    const number = isOnly ? '' : `${prefix}${(index + 1).toString()}.`;
    const before = number === '' ? '' : `${number} `;
    return [
      ...(isOnly
        ? []
        : [{ of: { label: 'Step', value: action.title, kind: 'text' as const }, label: `${before}Step` }]),
      ...action.facts.map((of) => ({ of, label: `${before}${of.label}` })),
      ...stepFacts(action.actions, number === '' ? '1.' : number),
    ];
  });
}

function totalFacts(totals: Totals | undefined): Fact[] {
  if (totals === undefined) return [];
  const amount = (label: string, value: string, id: string | undefined): Fact => ({
    label,
    value,
    kind: 'amount',
    ...(id === undefined ? {} : { note: id }),
  });
  return [
    ...totals.assets.flatMap(({ asset, out, in: back }) => [
      ...(out === '0' ? [] : [amount('You send', formatAsset(asset, BigInt(out)), asset.id)]),
      ...(back === '0' ? [] : [amount('You receive', formatAsset(asset, BigInt(back)), asset.id)]),
    ]),
    ...totals.notes.map((note): Fact => ({ label: 'Balance changes', value: note, kind: 'text' })),
  ];
}
