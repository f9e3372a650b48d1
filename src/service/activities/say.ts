import { approvalHelps } from '../policies/approval-helps.ts';
import type { Question } from '../policies/decide.ts';
import { userIdsOf } from '../policies/ballot.ts';
import type { ActivityWithVotes } from '../storage/activities.ts';
import type { Store } from '../storage/store.ts';
import { readConstitution, type Constitution } from './constitution.ts';
import { matterOf, type EffectFinder } from './matter.ts';
import { questionOf } from './question.ts';
import { NO_SAY, type Say } from './record.ts';

/** Whether a user may approve or reject what a question asks: those who can help it, and whoever approved may take it back. */
export function sayIn(question: Question, userId: string): Say {
  const canApprove = approvalHelps(question, userId);
  const rejected = userIdsOf(question.rejections).has(userId);
  return { canApprove, canReject: !rejected && (canApprove || userIdsOf(question.approvals).has(userId)) };
}

/**
 * Gives what a user may say about one activity after the other; what the organization decides by is read once, and only
 * when an activity is open.
 */
export function sayerFor(
  store: Store,
  effectOf: EffectFinder,
  voter: { readonly organizationId: string; readonly userId: string },
  now: number,
): (found: ActivityWithVotes) => Promise<Say> {
  let constitution: Promise<Constitution> | undefined;
  return async (found) => {
    if (found.activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return NO_SAY;
    constitution ??= readConstitution(store, voter.organizationId, now);
    const question = await questionOf(store, await constitution, matterOf(effectOf, found), now);
    return sayIn(question, voter.userId);
  };
}
