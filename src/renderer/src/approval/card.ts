import type { CardModel } from '#preload/approval-card/card-model.ts';
import { type BatchView, drawBatch } from './batch-view.ts';
import { drawAction, drawDetails, drawRows, drawValue, drawWarning } from './blocks.ts';
import { drawVoteEffect, drawVotes } from './votes.ts';
import { type Ring, buildRing } from './countdown.ts';
import { type IconName, element, icon } from './element.ts';
import type { ReadPage } from './pager.ts';
import { TEXT } from './text.ts';
import { type UserCheckView, drawUserCheck } from './user-check.ts';

/** The drawn card, and the parts of it that change or are pressed. */
export interface DrawnCard {
  readonly root: HTMLElement;
  readonly ring: Ring;
  readonly approve: HTMLButtonElement;
  readonly deny: HTMLButtonElement;
  readonly check: HTMLInputElement | null;
  readonly line: HTMLElement;
  /** What a person proves themself with; null where the press alone decides. */
  readonly proof: UserCheckView | null;
  /** The lists of a batch; null of anything else. */
  readonly batch: BatchView | null;
  /** What is left of the time of the transaction or the signature; null where it has no limit. */
  readonly limit: HTMLElement | null;
}

/** Every block of the card, in order; what is not there is left out. */
function drawBlocks(model: CardModel, limit: HTMLElement | null, batch: BatchView | null): HTMLElement[] {
  const drawn = model.warnings.filter((warning) => warning !== batch?.banded);
  const [dangers, others] = [true, false].map((grave) =>
    drawn.filter(({ severity }) => (severity === 'danger') === grave),
  ) as [CardModel['warnings'], CardModel['warnings']];
  return [
    ...(batch?.lines == null ? [] : [batch.lines]),
    ...dangers.map(drawWarning),
    element('p', { class: 'sentence', id: 'sentence' }, ...model.sentence.map(drawValue)),
    ...(limit === null ? [] : [limit]),
    ...(model.vote === null ? [] : drawVoteEffect(model.vote, model.rejects)),
    ...(batch === null ? [] : [batch.root]),
    ...others.map(drawWarning),
    ...model.actions.map(drawAction),
    ...(model.rows.length === 0 ? [] : [drawRows(model.rows)]),
    ...(model.vote === null ? [] : [drawVotes(model.vote)]),
    ...(model.details.length === 0 ? [] : [drawDetails(model.details)]),
  ];
}

function headIcon(model: CardModel): IconName {
  if (model.rejects) return 'reject';
  return model.needsCheck ? 'alert' : 'shield';
}

const drawTag = ({ effect, rejects }: CardModel): HTMLElement =>
  rejects
    ? element('span', { class: 'tag write' }, icon('write'), TEXT.effects.vote)
    : element('span', { class: `tag ${effect}` }, icon(effect), TEXT.effects[effect]);

/** Draws the card of a model; nothing in it reacts yet. */
export function drawCard(
  model: CardModel,
  readPage: ReadPage,
  on: Parameters<typeof drawUserCheck>[1],
): DrawnCard {
  const ring = buildRing();
  const isGrave = model.needsCheck || model.rejects || model.effect === 'destroy';
  const check = model.needsCheck ? element('input', { type: 'checkbox', id: 'checked' }) : null;
  const tick =
    check === null
      ? null
      : element('label', { class: 'check', for: 'checked' }, check, element('span', {}, model.checkText));
  const deny = element('button', { type: 'button', class: 'deny', 'data-decision': 'deny' }, TEXT.cancel);
  const approve = element(
    'button',
    {
      type: 'button',
      class: isGrave ? 'approve danger' : 'approve',
      'data-decision': 'approve',
      disabled: '',
    },
    icon(model.rejects ? 'reject' : model.unlocks ? 'check' : model.effect),
    model.confirm,
  );
  const proof = model.userCheck === undefined ? null : drawUserCheck(model.userCheck, on);
  const line = element('p', { id: 'line' });
  const limit = model.expiry === null ? null : element('p', { class: 'limit', role: 'timer' });
  const drawing = { value: drawValue, rows: drawRows };
  const batch =
    model.batch === null ? null : drawBatch({ model, batch: model.batch, tick }, drawing, readPage);
  const root = element(
    'div',
    {
      class: ['card', ...(batch === null ? [] : ['wide']), ...(model.needsCheck ? ['grave'] : [])].join(' '),
      role: 'alertdialog',
      'aria-labelledby': 'title',
      'aria-describedby': 'sentence',
    },
    element(
      'header',
      { class: isGrave ? 'grave' : 'calm' },
      icon(headIcon(model)),
      element('h1', { id: 'title' }, model.title),
      ...(model.unlocks ? [] : [drawTag(model)]),
      ring.root,
    ),
    element(
      'div',
      // Focusable, so that long content scrolls with the keyboard.
      { class: 'content', id: 'content', tabindex: '0', role: 'group', 'aria-label': TEXT.content },
      ...drawBlocks(model, limit, batch),
    ),
    // Of a batch it stands in the band of what it is about.
    ...(tick === null || batch?.lines != null ? [] : [tick]),
    ...(proof === null ? [] : [proof.root]),
    element('footer', {}, line, deny, approve),
  );
  return { root, ring, approve, deny, check, line, proof, batch, limit };
}
