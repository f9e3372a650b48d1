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
