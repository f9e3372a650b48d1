import type { Warning } from '#chains/model/decoded.ts';
import type { BatchModel, LineBlock, RecipientRow } from '#preload/approval-card/batch-model.ts';
import type { CardModel } from '#preload/approval-card/card-model.ts';
import type { Row, Value } from '#preload/approval-card/card-values.ts';

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
    ...(card.batch === null ? [] : batchFacts(card.batch)),
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

/** Totals, every line that is spelled out with its warnings, and everybody who is paid. */
const batchFacts = ({ totals, pages }: BatchModel): CardText['facts'] => [
  ...totals,
  ...pages.flatMap((page): CardText['facts'] =>
    page.list === 'lines' ? page.lines.flatMap(lineFacts) : page.recipients.map(recipientFact),
  ),
];

const lineFacts = ({ title, operation, sentence, warnings, rows }: LineBlock): CardText['facts'] => [
  { label: title, value: sentence.map(textOf).join(''), note: operation },
  ...warnings.map((warning) => ({
    label: `${title}, warning`,
    value: warning.text.map(textOf).join(''),
    note: warning.title,
  })),
  ...rows.map(toFact).map(({ label, ...rest }) => ({ label: `${title}, ${label}`, ...rest })),
];

const recipientFact = ({ address, name, payments, sums, network, note }: RecipientRow) => ({
  label: 'Recipient',
  value: textOf(address),
  note: [name ?? 'New', `${payments} payments`, ...sums, `on ${network}`, note].filter(Boolean).join(', '),
});

const textOf = (value: Value): string => (value.kind === 'groups' ? value.groups.join('') : value.text);

const toFact = ({ label, value, note }: Row): CardText['facts'][number] => ({
  label,
  value: textOf(value),
  ...(note === '' ? {} : { note }),
});
