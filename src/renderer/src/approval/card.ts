import type { ActionBlock, CardModel, Row, Value } from '../../../preload/approval-card/card-model.ts';
import { drawBatch } from './batch-view.ts';
import type { BatchView } from './batch-view.ts';
import type { ReadPage } from './pager.ts';
import { element } from './element.ts';
import { icon } from './icons.ts';
import { buildRing } from './ring.ts';
import type { Ring } from './ring.ts';

const EFFECT_WORDS = {
  read: 'Read',
  write: 'Write',
  sign: 'Sign',
  export: 'Export',
  destroy: 'Destroy',
} as const;

/** The drawn card, and the parts of it that change or are pressed. */
export interface Card {
  readonly root: HTMLElement;
  readonly ring: Ring;
  readonly approve: HTMLButtonElement;
  readonly deny: HTMLButtonElement;
  readonly check: HTMLInputElement | null;
  readonly line: HTMLElement;
  /** The lists of a batch; null of anything else. */
  readonly batch: BatchView | null;
  /** What is left of the transaction's own time; null where it has no limit. */
  readonly limit: HTMLElement | null;
}

function drawValue(value: Value): Node {
  if (value.kind === 'words') return document.createTextNode(value.text);
  // Whole, but in a box of its own: long data must not push the facts below it out of reach.
  if (value.kind === 'data') return element('div', { class: 'data', tabindex: '0' }, value.text);
  return element('span', { class: 'groups' }, ...value.groups.map((group) => element('span', {}, group)));
}

function drawRows(rows: readonly Row[]): HTMLElement {
  const list = element('dl');
  for (const row of rows) {
    const value = drawValue(row.value);
    const detail = element('dd', {}, row.strong ? element('b', {}, value) : value);
    if (row.note !== '') detail.append(' ', element('span', { class: 'note' }, row.note));
    list.append(element('dt', {}, row.label), detail);
  }
  return list;
}

const drawWarning = (warning: CardModel['warnings'][number]): HTMLElement =>
  element(
    'div',
    { class: `warning ${warning.severity}` },
    icon(warning.severity),
    element('p', {}, element('b', {}, `${warning.title}.`), ' ', ...warning.text.map(drawValue)),
  );

const drawAction = (action: ActionBlock): HTMLElement =>
  element(
    'section',
    { class: action.depth > 0 ? 'action nested' : 'action' },
    element('h2', {}, action.title),
    drawRows(action.rows),
  );

function drawContent(model: CardModel, limit: HTMLElement | null, batch: BatchView | null): HTMLElement {
  return element(
    'div',
    // Focusable, so that long content scrolls with the keyboard.
    { class: 'content', id: 'content', tabindex: '0', role: 'group', 'aria-label': 'What would be stamped' },
    element('p', { class: 'sentence', id: 'sentence' }, ...model.sentence.map(drawValue)),
    ...(limit === null ? [] : [limit]),
    ...model.warnings.filter(({ severity }) => severity === 'danger').map(drawWarning),
    ...(batch === null ? [] : [batch.root]),
    ...model.actions.map(drawAction),
    drawRows(model.rows),
  );
}

/** Warnings that are no danger: under the facts, and in sight however long those are. */
function drawCautions({ warnings }: CardModel): HTMLElement[] {
  const cautions = warnings.filter(({ severity }) => severity !== 'danger');
  if (cautions.length === 0) return [];
  const attributes = { class: 'cautions', tabindex: '0', role: 'group', 'aria-label': 'Warnings' };
  return [element('div', attributes, ...cautions.map(drawWarning))];
}

/** Draws the card of a model; nothing in it reacts yet. */
export function drawCard(model: CardModel, readPage: ReadPage): Card {
  const ring = buildRing();
  const check = model.needsCheck ? element('input', { type: 'checkbox', id: 'checked' }) : null;
  const deny = element('button', { type: 'button', class: 'deny' }, 'Deny');
  const approve = element(
    'button',
    { type: 'button', class: model.needsCheck ? 'approve danger' : 'approve', disabled: '' },
    'Approve and stamp',
  );
  const line = element('p', { id: 'line' });
  const limit = model.expiresAtMs === null ? null : element('p', { class: 'limit', role: 'timer' });
  const drawing = { value: drawValue, rows: drawRows, warning: drawWarning };
  const batch = model.batch === null ? null : drawBatch(model.batch, drawing, readPage);
  const root = element(
    'div',
    {
      class: batch === null ? 'card' : 'card wide',
      role: 'alertdialog',
      'aria-labelledby': 'title',
      'aria-describedby': 'sentence',
    },
    element(
      'header',
      {},
      icon('shield'),
      element('h1', { id: 'title' }, 'Approve this stamp'),
      element('span', { class: `tag ${model.effect}` }, icon(model.effect), EFFECT_WORDS[model.effect]),
      ring.root,
    ),
    drawContent(model, limit, batch),
    ...drawCautions(model),
    ...(check === null
      ? []
      : [element('label', { class: 'check', for: 'checked' }, check, 'I have checked this')]),
    element('footer', {}, line, deny, approve),
  );
  return { root, ring, approve, deny, check, line, batch, limit };
}
