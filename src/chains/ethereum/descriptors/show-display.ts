import type { Fact, Warning } from '../../model/decoded.ts';
import type { DecodedCall } from '../call.ts';
import { shownFields } from '../typed-data/fields.ts';
import type { Display } from './descriptor.ts';
import { showField, type Shown } from './show-field.ts';

/** A label that somebody else chose says so: none passes for a row of this console's own. */
const asNamed = (fact: Fact): Fact => ({
  ...fact,
  note: `${fact.note === undefined ? '' : `${fact.note}; `}named by the descriptor`,
});

/**
 * The facts of a call or a message as a descriptor has them, and behind them every value that it leaves out: what it does
 * not name, or wants to be hidden, is shown all the same.
 */
export function showDisplay(
  { fields }: Display,
  shown: Shown,
): { readonly facts: Fact[]; readonly warnings: Warning[]; readonly inner: DecodedCall[] } {
  const all = fields.map((field) => showField(shown, field));
  const paths = new Set(all.flatMap(({ paths: own }) => own));
  const rest = shownFields(shown.root);
  return {
    facts: [
      ...all.flatMap(({ facts }) => facts.map(asNamed)),
      ...rest.facts.filter(({ label }) => !paths.has(label)),
    ],
    warnings: [...all.flatMap(({ warnings }) => warnings), ...rest.warnings],
    inner: all.flatMap(({ inner }) => inner),
  };
}
