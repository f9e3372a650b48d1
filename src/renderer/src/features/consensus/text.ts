import { MOST_NAMED } from '#preload/contract/vote-limits.ts';
import type { Consensus, Way } from '#preload/contract/votes.ts';

/** The words about a quorum and its votes. */
export const CONSENSUS_TEXT = {
  more: (count: number): string => `${count} more`,
  and: (first: string, last: string): string => `${first} and ${last}`,
  requires: (rule: string): string => `Requires: ${rule}`,
  approved: (have: number, need: number): string => `${have} of ${need} approved`,
  waitingFor: (stands: string, names: string): string => `${stands}, waiting for ${names}`,
  waitingForSome: (stands: string, missing: number, names: string): string =>
    `${stands}, waiting for ${missing === 1 ? 'one' : missing} of ${names}`,
  waitingForVotes: (approvals: number): string => `${approvals} approved, waiting for more votes`,
  needs: (rule: string, need: number): string =>
    `${rule} requires ${need} ${need === 1 ? 'approval' : 'approvals'}.`,
  voted: (name: string, approved: boolean): string => `${name} ${approved ? 'approved' : 'rejected'}.`,
  against: (rejections: number): string => `${rejections} ${rejections === 1 ? 'rejection' : 'rejections'}.`,
} as const;

/** "Ann", "Ann and Ben", "Ann, Ben and 3 more". @param count how many there are in all */
function listed(names: readonly string[], count: number): string {
  const shown = count > MOST_NAMED ? names.slice(0, MOST_NAMED - 1) : names;
  const rest = count - shown.length;
  const parts = rest > 0 ? [...shown, CONSENSUS_TEXT.more(rest)] : [...shown];
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : CONSENSUS_TEXT.and(parts.join(', '), last);
}

/** How a rule stands: "1 of 2 approved, waiting for Ann", or the rule itself where it is not a mere number. */
export function wayWords({ have, need, waitingFor, waitingCount, text }: Way): string {
  if (have === null || need === null) return CONSENSUS_TEXT.requires(text ?? '');
  const missing = Math.max(0, need - have);
  const stands = CONSENSUS_TEXT.approved(have, need);
  if (waitingCount === 0 || missing === 0) return stands;
  const names = listed(waitingFor, waitingCount);
  if (missing >= waitingCount) return CONSENSUS_TEXT.waitingFor(stands, names);
  return CONSENSUS_TEXT.waitingForSome(stands, missing, names);
}

/** The title of what waits: how the first rule stands, or how many approved. */
export function consensusTitle({ approvals, ways: [way] }: Consensus): string {
  if (way !== undefined && way.need !== null) return wayWords(way);
  return CONSENSUS_TEXT.waitingForVotes(approvals);
}
