import { z } from 'zod';
import type { CompletedOutcome } from '#preload/contract/requests.ts';
import { type Activity, type Vote, fingerprintOf } from '#protocol/activity.ts';
import { approveActivity } from '#protocol/catalogue/activities.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { fromHex, toUtf8 } from '#protocol/encoding.ts';
import { SCHEME_OF_CURVE, verifyByCurves } from '#protocol/stamp.ts';
import { WEBAUTHN_SCHEME, holdsWebauthnVote } from '#protocol/webauthn-stamp.ts';

const ballot = z.looseObject({
  type: z.enum(['ACTIVITY_TYPE_APPROVE_ACTIVITY', 'ACTIVITY_TYPE_REJECT_ACTIVITY']),
  parameters: z.looseObject({ fingerprint: z.string() }),
});

/** The vote that made a request: its message is the very body that the fingerprint is the hash of. */
export const firstVoteOf = ({ votes, fingerprint }: Activity): Vote | undefined =>
  votes.find(
    ({ selection, message }) =>
      selection === 'VOTE_SELECTION_APPROVED' && fingerprintOf(toUtf8(message)) === fingerprint,
  );

/** Whether the vote's signature holds over its message, and the message is this request or a ballot on it. */
export function voteHolds(vote: Vote, fingerprint: string): boolean {
  try {
    if (!signatureHolds(vote)) return false;
    const approves = vote.selection === 'VOTE_SELECTION_APPROVED';
    if (approves && fingerprintOf(toUtf8(vote.message)) === fingerprint) return true;
    const cast = ballot.safeParse(JSON.parse(vote.message));
    if (!cast.success || cast.data.parameters.fingerprint !== fingerprint) return false;
    return approves === (cast.data.type === 'ACTIVITY_TYPE_APPROVE_ACTIVITY');
  } catch {
    return false;
  }
}

/** Whether a vote's signature is of its key over its message. */
export function signatureHolds({ scheme: name, publicKey, message, signature }: Vote): boolean {
  const bytes = toUtf8(message);
  if (name === WEBAUTHN_SCHEME) return holdsWebauthnVote(publicKey, bytes, signature);
  const scheme = Object.values(SCHEME_OF_CURVE).find((known) => known === name);
  try {
    return scheme !== undefined && verifyByCurves(scheme, fromHex(publicKey), bytes, fromHex(signature));
  } catch {
    return false;
  }
}

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
