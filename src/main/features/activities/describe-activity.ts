import type { ActivityDetail, ActivityRow } from '#preload/contract/activities.ts';
import type { Consensus } from '#preload/contract/votes.ts';
import { type Activity, timestampMs } from '#protocol/activity.ts';
import { listAppProofs } from '#protocol/catalogue/activities.ts';
import { operationByType } from '#protocol/catalogue/catalogue.ts';
import { errorText } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import type { PinnedKeys } from '#protocol/pinned-keys.ts';
import { type AppProof, verifyAppProof } from '#protocol/proof.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { consensusOf } from '../../governance/votes/consensus.ts';
import { stampedRequestOf } from '../../governance/votes/stamped-request.ts';
import { voteHolds } from '../../governance/votes/votes.ts';
import { type PreviewReads, previewMakerOf, readIntent, titleOf } from '../previews/module.ts';

type Checked = ActivityDetail['proofs'][number];

/**
 * The proofs of a completed activity, each checked here: its signature over its payload, and that the key is the pinned
 * one (docs/decisions/071).
 * @throws ServiceError
 */
async function checkAppProofs(
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
const signHalf = (publicKey: string): string => publicKey.slice(130).toLowerCase();

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

/** An activity as a list row shows it; how it stands, where it waits for votes and that is known. */
export function rowOf(activity: Activity, consensus: Consensus | null = null): ActivityRow {
  const operation = operationByType(activity.type);
  const [first] = activity.votes;
  return {
    id: activity.id,
    type: activity.type,
    operation: operation?.path ?? null,
    effect: operation?.effect ?? 'write',
    status: activity.status,
    title: titleOf(activity, operation),
    who: first?.user?.userName ?? first?.userId ?? '',
    whoId: first?.userId ?? '',
    votes: activity.votes.filter((each) => each.selection === 'VOTE_SELECTION_APPROVED').length,
    consensus,
    waitsForMe: waitsForMe(activity),
    createdAtMs: timestampMs(activity.createdAt) ?? 0,
  };
}

/** Whether the vote of whoever asked is what an activity waits for; false once that user approved (decision 005). */
export const waitsForMe = ({ status, canApprove }: Activity): boolean =>
  status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' && canApprove;

/**
 * An activity in full: its intent read again on this machine, each vote's stamp checked, who is still needed, and its
 * proofs checked. One that is not what was stamped has an alarm in the place of its words.
 * @param keys what the profile pins; null where it pins none
 * @throws ServiceError
 */
export async function describeActivity(
  activity: Activity,
  reads: PreviewReads,
  keys: PinnedKeys | null,
): Promise<ActivityDetail> {
  const operation = operationByType(activity.type);
  const intent = operation === undefined ? undefined : activity.intent[operation.intent];
  const alarm = alarmOf(activity);
  const parts = alarm
    ? undefined
    : await readIntent({ operation, parameters: intent }, previewMakerOf, reads);
  const consensus = await consensusOf(activity, reads.ask);
  const row = rowOf(activity, consensus);
  return {
    row: alarm ? { ...row, title: operation?.summary ?? activity.type } : row,
    activity,
    sentence: parts?.sentence ?? [],
    facts: parts?.facts ?? [],
    warnings: parts?.warnings ?? [],
    reading: parts?.reading ?? null,
    alarm,
    votes: activity.votes.map((vote) => ({
      userId: vote.userId,
      userName: vote.user?.userName ?? vote.userId,
      selection: vote.selection,
      publicKey: vote.publicKey,
      createdAtMs: timestampMs(vote.createdAt) ?? 0,
      verified: voteHolds(vote, activity.fingerprint),
    })),
    consensus,
    proofs: await checkAppProofs(activity, reads.ask, keys),
    createdAtMs: row.createdAtMs,
  };
}

/** Why this activity must not be relied on; null when what is shown is what was stamped. */
function alarmOf(activity: Activity): ActivityDetail['alarm'] {
  try {
    stampedRequestOf(activity);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return errorText(error);
  }
}
