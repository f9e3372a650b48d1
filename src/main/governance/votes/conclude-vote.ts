import type { CompletedOutcome } from '#preload/contract/requests.ts';
import { approveActivity } from '#protocol/catalogue/activities.ts';
import type { Activity } from '#protocol/activity.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { voteHolds } from './votes.ts';

const STANDS: Readonly<Record<Activity['status'], string>> = {
  ACTIVITY_STATUS_CREATED: 'The service has taken the request.',
  ACTIVITY_STATUS_PENDING: 'The service is working on it.',
  ACTIVITY_STATUS_COMPLETED: 'The request is approved, and done.',
  ACTIVITY_STATUS_FAILED: 'The request is approved, and the service failed to do it.',
  ACTIVITY_STATUS_CONSENSUS_NEEDED: 'The request waits for more votes.',
  ACTIVITY_STATUS_REJECTED: 'The request is rejected.',
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: 'The request waits for another authenticator.',
};

/**
 * The end of a vote: it is done when it is among the votes of the activity, whatever becomes of that activity.
 * @param body the vote's exact body, as text
 * @param publicKey whose stamp it carries, as stamps name it
 */
export function concludeVote(
  operation: SubmitOperation,
  activity: Activity,
  body: string,
  publicKey: string,
): CompletedOutcome {
  const selection =
    operation.path === approveActivity.path ? 'VOTE_SELECTION_APPROVED' : 'VOTE_SELECTION_REJECTED';
  const own = activity.votes.find((vote) => vote.message === body && vote.selection === selection);
  const isOurs = own?.publicKey === publicKey && voteHolds(own, activity.fingerprint);
  // Voting the same way again changes nothing: the earlier vote stands.
  const earlier = activity.votes.some((vote) => vote.publicKey === publicKey && vote.selection === selection);
  const approvals = activity.votes.filter((vote) => vote.selection === 'VOTE_SELECTION_APPROVED').length;
  return {
    state: 'completed',
    activityId: activity.id,
    fingerprint: activity.fingerprint,
    result: { status: activity.status, approvals, rejections: activity.votes.length - approvals },
    verifications: [
      {
        name: 'Vote counted',
        passed: isOurs || earlier,
        detail: isOurs
          ? `Your vote is among those of the request, with your stamp. ${STANDS[activity.status]}`
          : earlier
            ? `You had voted this way before, and that vote stands. ${STANDS[activity.status]}`
            : 'The service took the vote and does not show it among those of the request.',
      },
    ],
    transaction: null,
  };
}
