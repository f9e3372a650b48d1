import type { Fact, SentencePart, Warning } from '#chains/model/decoded.ts';
import type {
  BatchOutline,
  BatchPage,
  BatchRecipient,
  BatchTotal,
  SpelledLine,
} from '../contract/batch-pages.ts';
import type { Caution, Row, Value } from './card-values.ts';

/** A request of a batch that is more than a plain payment, ready to be drawn. */
export interface LineBlock {
  /** "Line 17". */
  readonly title: string;
  readonly operation: string;
  readonly sentence: Value[];
  readonly rows: Row[];
  readonly warnings: Caution[];
}

/** Somebody who is paid. */
export interface RecipientRow {
  readonly address: Value;
  readonly network: string;
  /** What stands before the address: a name of ours, or whether it was paid before; null for somebody who is new. */
  readonly name: string | null;
  readonly payments: string;
  readonly sums: readonly string[];
  readonly note: string;
}

/** A page of a list; `from` and `to` count from 1 over the whole list. */
interface Span {
  readonly page: number;
  readonly from: number;
  readonly to: number;
}
export type PageModel = Span &
  (
    | { readonly list: 'lines'; readonly lines: LineBlock[] }
    | { readonly list: 'recipients'; readonly recipients: RecipientRow[] }
  );

/** What the surface draws of a batch; every page that did not come along is asked for. */
export interface BatchModel {
  readonly totals: readonly BatchTotal[];
  readonly lines: BatchOutline['lines'];
  readonly recipients: BatchOutline['recipients'];
  readonly pages: readonly PageModel[];
}

/** How the card makes values ready to be drawn: the same here as everywhere on it. */
export interface BatchDrawing {
  row(fact: Fact): Row;
  part(part: SentencePart): Value;
  warning(warning: Warning): Caution;
  words(text: string): string;
  address(text: string): Value;
}

export const batchModel = (
  { totals, lines, recipients, pages }: BatchOutline,
  drawing: BatchDrawing,
): BatchModel => ({
  totals: totals.map(({ label, value, note }) => ({
    label: drawing.words(label),
    value: drawing.words(value),
    note: drawing.words(note),
  })),
  lines,
  recipients,
  pages: pages.map((page) => pageModel(page, drawing)),
});

export function pageModel(of: BatchPage, drawing: BatchDrawing): PageModel {
  const { page, first: from } = of;
  if (of.list === 'lines') {
    const lines = of.lines.map((line) => lineBlock(line, drawing));
    return { list: 'lines', page, from, to: from + lines.length - 1, lines };
  }
  const recipients = of.recipients.map((recipient) => recipientRow(recipient, drawing));
  return { list: 'recipients', page, from, to: from + recipients.length - 1, recipients };
}

const lineBlock = (
  { line, operation, sentence, facts, warnings }: SpelledLine,
  drawing: BatchDrawing,
): LineBlock => ({
  title: `Line ${line.toLocaleString('en')}`,
  operation: drawing.words(operation),
  sentence: sentence.map((part) => drawing.part(part)),
  rows: facts.map((fact) => drawing.row(fact)),
  warnings: warnings.map((warning) => drawing.warning(warning)),
});

const recipientRow = (
  { address, network, name, wasPaid, payments, sums, note = '' }: BatchRecipient,
  drawing: BatchDrawing,
): RecipientRow => ({
  address: drawing.address(address),
  network: drawing.words(network),
  name: name !== null ? drawing.words(name) : wasPaid === true ? 'Paid before' : null,
  payments: payments.toLocaleString('en'),
  sums: sums.map((sum) => drawing.words(sum)),
  note: drawing.words(note),
});
