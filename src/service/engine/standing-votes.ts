import type { VoteRow } from '../storage/schema.ts';

const APPROVALS_LAST_MS = 24 * 60 * 60 * 1000;

/**
 * The votes that count at `now`. Approvals expire 24 hours after the first one, all together, and have to be given again
 * (PROTOCOL.md, section 6.3); rejections do not expire.
 * @param votes in the order in which they were cast
 * @param now milliseconds since the epoch
 */
export function standingVotes(votes: readonly VoteRow[], now: number): VoteRow[] {
  let since: number | undefined;
  for (const { selection, created_at } of votes) {
    if (selection !== 'VOTE_SELECTION_APPROVED') continue;
    if (since === undefined || created_at - since >= APPROVALS_LAST_MS) since = created_at;
  }
  const expired = since === undefined || now - since >= APPROVALS_LAST_MS;
  return votes.filter(
    ({ selection, created_at }) =>
      selection === 'VOTE_SELECTION_REJECTED' || (!expired && created_at >= (since ?? now)),
  );
}
