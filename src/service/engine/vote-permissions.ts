import { approvalHelps } from '../policies/approval-helps.ts';
import type { PolicyInput } from '../policies/decide.ts';
import { userIdsOf } from '#protocol/policies/voter.ts';
import type { ActivityWithVotes } from '../storage/activities.ts';
import type { Store } from '../storage/store.ts';
import { readDecisionContext, type DecisionContext } from './decision-context.ts';
import { matterOf, type EffectFinder } from './matter.ts';
import { policyInputsOf } from './policy-input.ts';
import { NO_PERMISSIONS, type VotePermissions } from './record.ts';

/** Whether a user may approve or reject what is asked: those who can help it, and whoever approved may take it back. */
export function votePermissions(
  questions: readonly [PolicyInput, ...PolicyInput[]],
  userId: string,
): VotePermissions {
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
export function votePermissionsFor(
  store: Store,
  effectOf: EffectFinder,
  voter: { readonly organizationId: string; readonly userId: string },
  now: number,
): (found: ActivityWithVotes) => Promise<VotePermissions> {
  let constitution: Promise<DecisionContext> | undefined;
  return async (found) => {
    if (found.activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return NO_PERMISSIONS;
    constitution ??= readDecisionContext(store, voter.organizationId, now);
    const questions = await policyInputsOf(store, await constitution, matterOf(effectOf, found), now);
    return votePermissions(questions, voter.userId);
  };
}
