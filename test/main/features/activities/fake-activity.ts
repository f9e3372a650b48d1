import { type Activity, type Vote, fingerprintOf } from '#protocol/activity.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { toHex, toUtf8 } from '#protocol/encoding.ts';
import { type Signer, portableSigner } from '#protocol/stamp.ts';

export const ORGANIZATION = 'c0a8f1de-7b64-4d0e-8c1a-5f2e9b7d3a11';
export const ALICE = '01990000-0000-7000-8000-00000000000a';
export const BOB = '01990000-0000-7000-8000-00000000000b';
export const aliceKey = portableSigner('API_KEY_CURVE_P256', new Uint8Array(32).fill(7));
export const bobKey = portableSigner('API_KEY_CURVE_ED25519', new Uint8Array(32).fill(9));

/** The body of a request, as the console makes it. */
export const bodyOf = (operation: Pick<SubmitOperation, 'type'>, parameters: unknown): string =>
  JSON.stringify({
    type: operation.type,
    timestampMs: '1763717400000',
    organizationId: ORGANIZATION,
    parameters,
  });

/** A vote whose stamp is made by the key it names. */
export const voteOf = (
  userId: string,
  userName: string,
  key: Signer,
  message: string,
  selection: Vote['selection'] = 'VOTE_SELECTION_APPROVED',
): Vote => ({
  id: `vote-${userId}`,
  userId,
  user: { userId, userName },
  activityId: 'activity',
  selection,
  message,
  publicKey: key.publicKey,
  signature: toHex(key.sign(toUtf8(message))),
  scheme: key.scheme,
  createdAt: '2026-11-21T09:30:00.000Z',
});

/** An activity that waits for votes, asked for and stamped by Alice. */
export function waitingActivity(
  operation: SubmitOperation,
  parameters: unknown,
  changes: Partial<Activity> = {},
): Activity {
  const message = bodyOf(operation, parameters);
  return {
    id: '01990000-0000-7000-8000-0000000000ff',
    organizationId: ORGANIZATION,
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    type: operation.type,
    intent: { [operation.intent]: parameters },
    votes: [voteOf(ALICE, 'Alice', aliceKey, message)],
    fingerprint: fingerprintOf(toUtf8(message)),
    canApprove: true,
    canReject: true,
    createdAt: '2026-11-21T09:30:00.000Z',
    updatedAt: '2026-11-21T09:30:00.000Z',
    ...changes,
  };
}
