import type { CardModel, Row, Value } from '../../preload/approval-card/card-model.ts';
import type { Warning } from '../../protocol/chains/reading.ts';

/** The card of the approval surface in JSON: all of its text, and whether it asks for the tick. */
export interface CardText {
  readonly sentence: string;
  readonly facts: { readonly label: string; readonly value: string; readonly note?: string }[];
  readonly warnings: {
    readonly code: string;
    readonly severity: Warning['severity'];
    readonly title: string;
    readonly text: string;
  }[];
  readonly blind: boolean;
  readonly needsConfirmation: boolean;
}

/**
 * Writes a card as text. Addresses, which the surface draws in groups, are whole.
 * @param blind whether part of what it does could not be read
 */
export const writeCard = (card: CardModel, blind: boolean): CardText => ({
  sentence: card.sentence.map(textOf).join(''),
  facts: [
    ...card.rows.map(toFact),
    ...card.actions.flatMap(({ title, rows }) => [{ label: 'Step', value: title }, ...rows.map(toFact)]),
    ...card.details.map(toFact),
  ],
  warnings: card.warnings.map(({ code, severity, title, text }) => ({
    code,
    severity,
    title,
    text: text.map(textOf).join(''),
  })),
  blind,
  needsConfirmation: card.needsCheck,
});

const textOf = (value: Value): string => (value.kind === 'groups' ? value.groups.join('') : value.text);

const toFact = ({ label, value, note }: Row): CardText['facts'][number] => ({
  label,
  value: textOf(value),
  ...(note === '' ? {} : { note }),
});
