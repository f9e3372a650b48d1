import type { ActivityDetail } from '#preload/contract/activities.ts';
import type { Activity } from '#protocol/activity.ts';
import { listAppProofs } from '#protocol/catalogue/activities.ts';
import { errorText } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import type { PinnedKeys } from '#protocol/pinned-keys.ts';
import { type AppProof, verifyAppProof } from '#protocol/proof.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { stampedRequestOf } from '../../governance/votes/stamped-request.ts';

type Checked = ActivityDetail['proofs'][number];

/**
 * The proofs of a completed activity, each checked here: its signature over its payload, and that the key is the pinned
 * one (docs/decisions/071).
 * @throws ServiceError
 */
export async function checkAppProofs(
  activity: Activity,
  ask: ContextResolver['query'],
  keys: PinnedKeys | null,
): Promise<Checked[]> {
  // Proofs are made once, with the result: an activity without one has none.
  if (activity.status !== 'ACTIVITY_STATUS_COMPLETED') return [];
  const { appProofs } = await ask(listAppProofs, { activityId: activity.id });
  return appProofs.map((proof) => checkProof(proof, keys));
}

/** The half that signs: the last 65 of the 130 bytes, as hex. */
export const signHalf = (publicKey: string): string => publicKey.slice(130).toLowerCase();

function checkProof(proof: AppProof, keys: PinnedKeys | null): Checked {
  try {
    const payload = verifyAppProof(proof, proof.publicKey);
    const isPinned = keys !== null && signHalf(proof.publicKey) === keys.enclaveQuorum;
    return {
      title: proofWords(payload.type),
      atMs: Number(payload.timestampMs),
      verified: isPinned,
      detail: isPinned
        ? 'The signature holds, with the key that this profile pins.'
        : 'The signature holds, but not with a key that this profile pins: who made it is not known.',
      payload: JSON.stringify(payload, null, 2),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      title: 'An invalid proof',
      atMs: null,
      verified: false,
      detail: `${error.message} ${error.remedy}`,
      payload: proof.proofPayload,
    };
  }
}

const WORDS = new Map([
  ['APP_PROOF_TYPE_POLICY_OUTCOME', 'It was allowed by these approvals'],
  ['APP_PROOF_TYPE_ADDRESS_DERIVATION', 'The address belongs to its path in the wallet'],
]);
const proofWords = (type: string): string =>
  WORDS.get(type) ??
  type
    .replace(/^APP_PROOF_TYPE_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();

/** Why this activity must not be relied on; null when what is shown is what was stamped. */
export function alarmOf(activity: Activity): ActivityDetail['alarm'] {
  try {
    stampedRequestOf(activity);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return errorText(error);
  }
}
