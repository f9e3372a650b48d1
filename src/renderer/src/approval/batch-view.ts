import type {
  BatchModel,
  LineBlock,
  PageModel,
  RecipientRow,
} from '../../../preload/approval-card/batch-model.ts';
import type { Caution, Row, Value } from '../../../preload/approval-card/card-model.ts';
import type { BatchList } from '../../../preload/contract/batch-pages.ts';
import { element } from './element.ts';
import { drawPager } from './pager.ts';
import type { Pager, ReadPage } from './pager.ts';

/** The drawn lists of a batch. */
export interface BatchView {
  readonly root: HTMLElement;
  /** Whether every page of each list was shown. */
  isSeen(): boolean;
}

/** How the card draws values, rows and warnings. */
interface Drawing {
  value(value: Value): Node;
  rows(rows: readonly Row[]): HTMLElement;
  warning(warning: Caution): HTMLElement;
}

/** Draws what is no plain payment line by line, the totals, and everybody who is paid. */
export function drawBatch(model: BatchModel, drawing: Drawing, read: ReadPage): BatchView {
  const pagerOf = (list: BatchList, of: string, draw: (page: PageModel) => Node): Pager | null =>
    model[list].total === 0
      ? null
      : drawPager({
          list,
          ...model[list],
          of,
          first: model.pages.find((page) => page.list === list && page.page === 0),
          draw,
          read,
        });
  const lines = pagerOf('lines', 'requests', (page) => drawLines(page, drawing));
  const recipients = pagerOf('recipients', 'recipients, new first', (page) => drawRecipients(page, drawing));
  const { total } = model.lines;
  const title = `Not a plain payment: ${total.toLocaleString('en')} request${total === 1 ? '' : 's'}`;
  return {
    root: element(
      'div',
      { class: 'batch' },
      ...(lines === null
        ? []
        : [element('section', { class: 'lines' }, element('h2', {}, title), lines.root)]),
      drawTotals(model),
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
    element('h3', {}, title, ' ', element('span', { class: 'note' }, operation)),
    element('p', {}, ...sentence.map((part) => drawing.value(part))),
    ...warnings.map((warning) => drawing.warning(warning)),
    drawing.rows(rows),
  );

function drawRecipients(page: PageModel, drawing: Drawing): Node {
  const head = ['Recipient', 'Address', 'Payments', 'Sum'].map((name) =>
    element('th', { scope: 'col' }, name),
  );
  const rows = page.list === 'recipients' ? page.recipients : [];
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows.map((row) => drawRecipient(row, drawing))),
  );
}

const drawRecipient = (
  { address, name, network, payments, sums, note }: RecipientRow,
  drawing: Drawing,
): HTMLElement =>
  element(
    'tr',
    note === '' ? {} : { class: 'noted' },
    element('td', {}, ...(name === null ? [element('span', { class: 'new' }, 'New')] : [name])),
    element(
      'td',
      {},
      drawing.value(address),
      element('small', {}, note === '' ? network : `${network}. ${note}`),
    ),
    element('td', {}, payments),
    element('td', {}, ...sums.map((sum) => element('b', {}, sum))),
  );
