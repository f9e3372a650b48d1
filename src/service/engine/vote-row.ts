import { randomUUID } from 'node:crypto';
import type { Caller } from '../authentication/caller.ts';
import type { VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { userRecord } from './user-record.ts';

/** An authenticated vote: whose, on the exact text that was stamped. */
export interface VoteInput {
  readonly caller: Caller;
  readonly message: string;
  readonly selection: VoteRow['selection'];
}

/** A vote as it is kept; its user is shown as of now. */
export async function voteRow(
  store: Store,
  activityId: string,
  { caller, message, selection }: VoteInput,
  now: number,
): Promise<VoteRow> {
  const user = await userRecord(store, caller.organizationId, caller.userId);
  return {
    id: randomUUID(),
    activity_id: activityId,
    user_id: caller.userId,
    user: JSON.stringify(user),
    selection,
    message,
    public_key: caller.stamp.publicKey,
    signature: caller.stamp.signature,
    scheme: caller.stamp.scheme,
    created_at: now,
  };
}
