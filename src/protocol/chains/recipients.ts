import type { Fact, RecognisedAction, TransactionReading } from './reading.ts';

const LABELS = new Set(['To', 'Destination']);

/** Whether a fact names somebody who gets something. */
export const isRecipient = ({ kind, label }: Fact): boolean =>
  kind === 'address' && (LABELS.has(label) || /^Payment \d+ to$/.test(label));

/**
 * Who gets something, as far as the reading names them: every address that a step sends to, in steps inside steps too,
 * each once and in full. Change is nobody's gain and not among them.
 */
export function recipientsOf({ actions, facts }: TransactionReading): string[] {
  return [...new Set([...recipientsIn(facts), ...actions.flatMap(recipientsOfStep)])];
}

/** Who may take something later: every address that the reading, or a step of it, allows to spend. */
export const spendersOf = ({ actions, facts }: Pick<TransactionReading, 'actions' | 'facts'>): string[] => [
  ...new Set([
    ...facts.flatMap(({ kind, label, value }) => (kind === 'address' && label === 'Spender' ? [value] : [])),
    ...actions.flatMap(spendersOf),
  ]),
];

const recipientsOfStep = ({ facts, actions }: RecognisedAction): string[] => [
  ...recipientsIn(facts),
  ...actions.flatMap(recipientsOfStep),
];

const recipientsIn = (facts: readonly Fact[]): string[] =>
  facts.flatMap((fact) => (isRecipient(fact) ? [fact.value] : []));
