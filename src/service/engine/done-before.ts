import type { Caller } from '../authentication/caller.ts';
import { type ActivityWithVotes, findActivityByFingerprint } from '../storage/activities.ts';
import type { VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { engineError } from './errors.ts';

/** The vote that somebody gives on the activity of a fingerprint; a request is its sender's approval. */
export interface AskedVote {
  readonly fingerprint: string;
  readonly selection: VoteRow['selection'];
}

/**
 * What the caller's own key has come to before with the request of a fingerprint: that is told again, though its session doesn't
 * cover it any more. A scope may be about the time or a wallet's name, and whoever lost the answer would take a refusal for
 * a sign that nothing was done.
 * @throws ServiceError REQUEST_NOT_AUTHORIZED where the key has not given that vote
 */
export async function doneBefore(
  store: Store,
  { organizationId, stamp }: Caller,
  { fingerprint, selection }: AskedVote,
): Promise<ActivityWithVotes> {
  const found = await findActivityByFingerprint(store, organizationId, fingerprint);
  const isOwn = found?.votes.some(
    (vote) => vote.public_key === stamp.publicKey && vote.selection === selection,
  );
  if (found === undefined || isOwn !== true) throw engineError('REQUEST_NOT_AUTHORIZED.sessionScope');
  return found;
}
