import type { ActionBlock, CardModel } from '#preload/approval-card/card-model.ts';
import type { Row, Value } from '#preload/approval-card/card-values.ts';
import { formatExactly } from '../format/time.ts';
import { element, icon } from './element.ts';
import { TEXT } from './text.ts';

/** One value by its kind; text goes in as text, never as markup. */
export function drawValue(value: Value): Node {
  if (value.kind === 'words') return document.createTextNode(value.text);
  if (value.kind === 'time')
    return element(
      'time',
      { datetime: new Date(value.atMs).toISOString(), title: value.text },
      formatExactly(value.atMs),
    );
  // Whole, but in a box of its own: long data must not push the facts below it out of reach.
  if (value.kind === 'data') return element('div', { class: 'data', tabindex: '0' }, value.text);
  return element('span', { class: 'groups' }, ...value.groups.map((group) => element('span', {}, group)));
}

/** Facts as label and value; what a note says of an address stands above it, as a name does. */
export function drawRows(rows: readonly Row[]): HTMLElement {
  const list = element('dl');
  for (const row of rows) {
    const value = drawValue(row.value);
    const drawn = row.strong ? element('b', {}, value) : value;
    const note = row.note === '' ? [] : [element('span', { class: 'note' }, row.note)];
    const parts = row.value.kind === 'groups' ? [...note, drawn] : [drawn, ...note];
    const detail = element('dd', {}, ...parts.flatMap((part, index) => (index === 0 ? [part] : [' ', part])));
    list.append(element('dt', {}, row.label), detail);
  }
  return list;
}

/** A warning: one of danger in a solid band with its text below, any other in a quiet box. */
export function drawWarning({ severity, title, text }: CardModel['warnings'][number]): HTMLElement {
  const values = text.map(drawValue);
  if (severity === 'danger')
    return element(
      'section',
      { class: 'warning danger' },
      element('h2', {}, icon('danger'), title),
      element('p', {}, ...values),
    );
  return element(
    'div',
    { class: `warning ${severity}` },
    icon(severity),
    element('p', {}, element('b', {}, `${title}.`), ' ', ...values),
  );
}

/** One step of a transaction that does several things. */
export const drawAction = (action: ActionBlock): HTMLElement =>
  element(
    'section',
    { class: action.depth > 0 ? 'action nested' : 'action' },
    element('h2', {}, action.title),
    drawRows(action.rows),
  );

/** What nobody has to read to know who gains: folded, and said by name what is in it. */
export function drawDetails(rows: readonly Row[]): HTMLElement {
  const names = rows.map(({ label }, index) =>
    index === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1),
  );
  return element(
    'details',
    {},
    element(
      'summary',
      {},
      icon('more'),
      element('b', {}, TEXT.details),
      ' ',
      element('span', { class: 'note' }, `${rows.length}: ${names.join(', ')}`),
    ),
    drawRows(rows),
  );
}
