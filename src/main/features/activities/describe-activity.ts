import { timestampMs } from '#protocol/activity.ts';
import type { Activity } from '#protocol/activity.ts';
import { operationByType } from '#protocol/catalogue/catalogue.ts';
import { AppError } from '#protocol/error.ts';
import type { PinnedKeys } from '#protocol/pinned-keys.ts';
import type { ActivityDetail, ActivityRow } from '#preload/contract/activities.ts';
import type { Consensus } from '#preload/contract/consensus.ts';
import { errorText } from '#protocol/define-errors.ts';
import { previewMakerOf, readIntent, titleOf } from '../previews/module.ts';
import type { PreviewReads } from '../previews/module.ts';
import { checkAppProofs } from './app-proofs.ts';
import { consensusOf } from '../../governance/votes/consensus.ts';
import { stampedRequestOf } from '../../governance/votes/stamped-request.ts';
import { voteHolds } from '../../governance/votes/votes.ts';

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
