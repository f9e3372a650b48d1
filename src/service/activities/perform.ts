import { randomUUID } from 'node:crypto';
import type { Caller } from '../authentication/caller.ts';
import type { EnclaveKeys } from '../keys/enclave-keys.ts';
import type { StorageKey } from '../keys/storage-key.ts';
import { findActivityByFingerprint, insertActivity, type ActivityWithVotes } from '../storage/activities.ts';
import type { ActivityRow, VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import type { Writer } from '../storage/writer.ts';
import type { Effect } from './effect.ts';
import { userRecord } from './user-record.ts';

/** What activities are made with. */
export interface Engine {
  readonly writer: Writer;
  readonly storageKey: StorageKey;
  readonly enclaveKeys: EnclaveKeys;
  readonly now: () => number;
  readonly nextActivityId: () => string;
}

/** An authenticated, parsed submit request. */
export interface Intent {
  readonly effect: Effect;
  readonly caller: Caller;
  /** The exact text that was stamped, and its fingerprint. */
  readonly message: string;
  readonly fingerprint: string;
  /** As the schema of the operation gives them to the effect. */
  readonly parameters: unknown;
  /** As they were sent, without null members: what the intent echoes. */
  readonly echo: object;
}

/**
 * Turns an intent into a completed activity: its effect, its result, the activity and the vote are one transaction.
 * The same body again gives the activity that it made before.
 * @throws whatever the effect throws; then nothing is kept
 */
export function perform(engine: Engine, intent: Intent): Promise<ActivityWithVotes> {
  return engine.writer.write(async (store) => {
    const { organizationId } = intent.caller;
    const known = await findActivityByFingerprint(store, organizationId, intent.fingerprint);
    return known ?? (await complete(engine, intent, store));
  });
}

async function complete(engine: Engine, intent: Intent, store: Store): Promise<ActivityWithVotes> {
  const { caller, effect } = intent;
  const now = engine.now();
  // The vote shows its user as of before the effect.
  const user = await userRecord(store, caller.organizationId, caller.userId);
  const result = await effect.perform(
    { store, caller, storageKey: engine.storageKey, enclaveKeys: engine.enclaveKeys, now },
    intent.parameters,
  );
  const activity: ActivityRow = {
    id: engine.nextActivityId(),
    organization_id: caller.organizationId,
    type: effect.operation.type,
    status: 'ACTIVITY_STATUS_COMPLETED',
    intent: JSON.stringify({ [effect.operation.intent]: intent.echo }),
    result: JSON.stringify({ [effect.operation.result]: result }),
    fingerprint: intent.fingerprint,
    created_at: now,
    updated_at: now,
  };
  const vote: VoteRow = {
    id: randomUUID(),
    activity_id: activity.id,
    user_id: caller.userId,
    user: JSON.stringify(user),
    selection: 'VOTE_SELECTION_APPROVED',
    message: intent.message,
    public_key: caller.stamp.publicKey,
    signature: caller.stamp.signature,
    scheme: caller.stamp.scheme,
    created_at: now,
  };
  await insertActivity(store, activity, vote);
  return { activity, votes: [vote] };
}
