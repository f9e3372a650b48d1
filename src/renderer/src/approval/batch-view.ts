import type { BatchModel, LineBlock, PageModel, RecipientRow } from '#preload/approval-card/batch-model.ts';
import type { CardModel } from '#preload/approval-card/card-model.ts';
import type { Caution, Row, Value } from '#preload/approval-card/card-values.ts';
import type { BatchList } from '#preload/contract/requests.ts';
import { element, icon } from './element.ts';
import { type Pager, type ReadPage, drawPager } from './pager.ts';
import { TEXT } from './text.ts';

/** The drawn lists of a batch. */
export interface BatchView {
  /** The band of what is more than a plain payment; null where nothing is. */
  readonly lines: HTMLElement | null;
  /** The warning whose words are the band's. */
  readonly banded: Caution | undefined;
  /** The totals, and everybody who is paid. */
  readonly root: HTMLElement;
  /** Whether every page of each list was shown. */
  isSeen(): boolean;
}

/** How the card draws values and rows. */
interface Drawing {
  value(value: Value): Node;
  rows(rows: readonly Row[]): HTMLElement;
}

interface Batch {
  readonly model: Pick<CardModel, 'warnings' | 'needsCheck'>;
  readonly batch: BatchModel;
  /** The box to tick, which stands in the band. */
  readonly tick: HTMLElement | null;
}

/** Draws what is no plain payment line by line, the totals, and everybody who is paid. */
export function drawBatch({ model, batch, tick }: Batch, drawing: Drawing, read: ReadPage): BatchView {
  const pagerOf = (list: BatchList, of: string, draw: (page: PageModel) => Node): Pager | null =>
    batch[list].total === 0
      ? null
      : drawPager({
          list,
          ...batch[list],
          of,
          first: batch.pages.find((page) => page.list === list && page.page === 0),
          draw,
          read,
        });
  const lines = pagerOf('lines', TEXT.requests, (page) => drawLines(page, drawing));
  const recipients = pagerOf('recipients', TEXT.recipients, (page) => drawRecipients(page, drawing));
  const banded = model.warnings.find(({ code }) => code === 'BATCH_NOT_PAYMENTS');
  const band =
    lines === null
      ? null
      : element(
          'section',
          { class: model.needsCheck ? 'lines danger' : 'lines' },
          element(
            'h2',
            {},
            icon(model.needsCheck ? 'danger' : 'caution'),
            element('span', {}, banded?.title ?? TEXT.warnedPayments),
            element('span', { class: 'note' }, TEXT.toRead(batch.lines.total)),
          ),
          lines.root,
          ...(tick === null ? [] : [tick]),
        );
  return {
    lines: band,
    banded: band === null ? undefined : banded,
    root: element(
      'div',
      { class: 'batch' },
      drawTotals(batch),
      ...(recipients === null ? [] : [recipients.root]),
    ),
    isSeen: () => [lines, recipients].every((pager) => pager === null || pager.isSeen()),
  };
}

const drawTotals = ({ totals }: BatchModel): HTMLElement =>
  element(
    'ul',
    { class: 'totals' },
    ...totals.map(({ label, value, note }) =>
      element('li', {}, element('span', {}, label), element('b', {}, value), element('small', {}, note)),
    ),
  );

const drawLines = (page: PageModel, drawing: Drawing): Node =>
  element('div', {}, ...(page.list === 'lines' ? page.lines.map((line) => drawLine(line, drawing)) : []));

const drawLine = ({ title, operation, sentence, rows, warnings }: LineBlock, drawing: Drawing): HTMLElement =>
  element(
    'article',
    {},
    element('h3', {}, title),
    element('p', { class: 'said-of' }, ...sentence.map((part) => drawing.value(part))),
    element('p', { class: 'note' }, operation),
    ...warnings.map((warning) => drawLineWarning(warning, drawing)),
    drawing.rows(rows),
  );

/** The band around it is the solid one: a line's own warning is a sentence in it. */
const drawLineWarning = ({ severity, title, text }: Caution, drawing: Drawing): HTMLElement =>
  element(
    'p',
    { class: `line-warning ${severity}` },
    icon(severity),
    element('span', {}, element('b', {}, `${title}.`), ' ', ...text.map((part) => drawing.value(part))),
  );

function drawRecipients(page: PageModel, drawing: Drawing): Node {
  const rows = page.list === 'recipients' ? page.recipients : [];
  const [network, ...others] = new Set(rows.map((row) => row.network));
  const shared = others.length === 0 ? network : undefined;
  const columns = TEXT.recipientColumns;
  const head = [
    columns.recipient,
    shared === undefined ? columns.address : columns.addressOn(shared),
    columns.payments,
    columns.total,
  ].map((name) => element('th', { scope: 'col' }, name));
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows.map((row) => drawRecipient(row, shared === undefined, drawing))),
  );
}

function drawRecipient(
  { address, name, network, payments, sums, note }: RecipientRow,
  namesNetwork: boolean,
  drawing: Drawing,
): HTMLElement {
  const small = [namesNetwork ? network : '', note].filter((text) => text !== '').join('. ');
  return element(
    'tr',
    note === '' ? {} : { class: 'noted' },
    element(
      'td',
      {},
      ...(name === null
        ? [
            element('span', { class: 'new' }, TEXT.newRecipient),
            ' ',
            element('span', { class: 'note' }, TEXT.notAContact),
          ]
        : [name]),
    ),
    element(
      'td',
      { class: name === null ? 'strong' : '' },
      drawing.value(address),
      ...(small === '' ? [] : [element('small', {}, small)]),
    ),
    element('td', {}, payments),
    element('td', {}, ...sums.map((sum) => element('b', {}, sum))),
  );
}
