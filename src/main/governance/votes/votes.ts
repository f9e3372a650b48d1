import { z } from 'zod';
import { fingerprintOf } from '#protocol/activity.ts';
import type { Activity, Vote } from '#protocol/activity.ts';
import { fromHex, toUtf8 } from '#protocol/encoding.ts';
import { SCHEME_OF_CURVE, verifyPortable } from '#protocol/stamp.ts';
import { holdsWebauthnVote, WEBAUTHN_SCHEME } from '#protocol/webauthn-stamp.ts';

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
    return scheme !== undefined && verifyPortable(scheme, fromHex(publicKey), bytes, fromHex(signature));
  } catch {
    return false;
  }
}
