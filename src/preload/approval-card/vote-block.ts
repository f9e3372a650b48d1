import type { Voter, VoteStanding } from '../contract/votes.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';

export interface VoteRow {
  readonly name: string;
  readonly note: string;
  /** In ms since the epoch; null where there is no vote yet. */
  readonly votedAtMs: number | null;
  readonly state: 'approved' | 'rejected' | 'none' | 'approves' | 'rejects';
}

/** How a request stands that a vote is about, and what this vote does to it. */
export interface VoteBlock {
  readonly effect: { readonly title: string; readonly text: string; readonly decides: boolean } | null;
  /** "1 approved · 1 rejected · 3 approvals required". */
  readonly count: string;
  readonly voters: readonly VoteRow[];
  /** How many more could vote and are not listed. */
  readonly more: number;
}

/** So many are listed by name who did not vote yet. */
const LISTED = 12;

/**
 * Writes how a request stands with the vote of this card.
 * @param credential the label of what would stamp the vote
 */
export function voteBlock(standing: VoteStanding, credential: string): VoteBlock {
  const { approves, approvals, rejections, required, effect } = standing;
  const counts = [`${approvals} approved`, ...(rejections === 0 ? [] : [`${rejections} rejected`])];
  const asked =
    required === null ? [] : [`${required} ${required === 1 ? 'approval' : 'approvals'} required`];
  const own = standing.voters.filter(({ isSelf, vote }) => isSelf && vote === 'none');
  const others = standing.voters.filter((voter) => !own.includes(voter));
  const silent = others.filter(({ vote }) => vote === 'none');
  return {
    effect:
      effect === null
        ? null
        : { ...effect, title: revealInvisible(effect.title), text: revealInvisible(effect.text) },
    count: [...counts, ...asked].join(' · '),
    voters: [
      ...[...others.filter(({ vote }) => vote !== 'none'), ...silent.slice(0, LISTED)].map(rowOf),
      ...own.map((voter): VoteRow => ({
        name: `${revealInvisible(voter.name)}, you`,
        note: revealInvisible(credential),
        votedAtMs: null,
        state: approves ? 'approves' : 'rejects',
      })),
    ],
    more: Math.max(0, silent.length - LISTED),
  };
}

function rowOf({ name, isSelf, requested, vote, votedAtMs }: Voter): VoteRow {
  const note = vote === 'none' ? 'No vote yet' : requested ? 'Requested and approved' : 'Voted';
  return { name: `${revealInvisible(name)}${isSelf ? ', you' : ''}`, note, votedAtMs, state: vote };
}
