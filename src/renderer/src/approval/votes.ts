import type { VoteBlock, VoteRow } from '#preload/approval-card/vote-block.ts';
import { formatMinute } from '../format/time.ts';
import { type IconName, element, icon } from './element.ts';
import { TEXT } from './text.ts';

const STATES: Readonly<Record<VoteRow['state'], { readonly word: string; readonly icon: IconName }>> = {
  approved: { word: TEXT.voteStates.approved, icon: 'check' },
  rejected: { word: TEXT.voteStates.rejected, icon: 'cross' },
  none: { word: TEXT.voteStates.none, icon: 'open' },
  approves: { word: TEXT.voteStates.approves, icon: 'here' },
  rejects: { word: TEXT.voteStates.rejects, icon: 'here' },
};

/** What this vote does to the request, in a box of its own under the sentence. */
export function drawVoteEffect({ effect }: VoteBlock, rejects: boolean): HTMLElement[] {
  if (effect === null) return [];
  const { title, text, decides } = effect;
  const tone = rejects && decides ? 'ending' : 'notice';
  return [
    element(
      'div',
      { class: `warning ${tone}` },
      icon(tone === 'ending' ? 'reject' : 'notice'),
      element('p', {}, element('b', {}, `${title}.`), ' ', text),
    ),
  ];
}

/** Who voted how, who did not yet, and what this vote would be. */
export function drawVotes({ count, voters, more }: VoteBlock): HTMLElement {
  const list = element('ul', {}, ...voters.map(drawVoter));
  if (more > 0) list.append(element('li', { class: 'note' }, TEXT.moreVoters(more)));
  return element(
    'section',
    { class: 'votes' },
    element('h2', {}, TEXT.votes, element('span', { class: 'note' }, count)),
    list,
  );
}

function drawVoter({ name, note, votedAtMs, state }: VoteRow): HTMLElement {
  const when = votedAtMs === null ? '' : ` · ${formatMinute(votedAtMs)}`;
  const { word, icon: mark } = STATES[state];
  return element(
    'li',
    { class: state },
    element('div', {}, element('b', {}, name), element('span', { class: 'note' }, `${note}${when}`)),
    element('span', { class: 'state' }, icon(mark), word),
  );
}
