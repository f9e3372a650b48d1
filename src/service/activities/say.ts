import { approvalHelps } from '../policies/approval-helps.ts';
import type { Question } from '../policies/decide.ts';
import { userIdsOf } from '../../protocol/policies/ballot.ts';
import type { ActivityWithVotes } from '../storage/activities.ts';
import type { Store } from '../storage/store.ts';
import { readConstitution, type Constitution } from './constitution.ts';
import { matterOf, type EffectFinder } from './matter.ts';
import { questionsOf } from './question.ts';
import { NO_SAY, type Say } from './record.ts';

/** Whether a user may approve or reject what is asked: those who can help it, and whoever approved may take it back. */
export function sayIn(questions: readonly [Question, ...Question[]], userId: string): Say {
  const canApprove = questions.some((question) => approvalHelps(question, userId));
  // All questions of a matter have the same votes.
  const [{ approvals, rejections }] = questions;
  const rejected = userIdsOf(rejections).has(userId);
  return { canApprove, canReject: !rejected && (canApprove || userIdsOf(approvals).has(userId)) };
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
    const questions = await questionsOf(store, await constitution, matterOf(effectOf, found), now);
    return sayIn(questions, voter.userId);
  };
}
