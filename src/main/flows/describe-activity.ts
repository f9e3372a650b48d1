import { fingerprintOf, timestampMs } from '../../protocol/activity.ts';
import type { Activity, Vote } from '../../protocol/activity.ts';
import { operationByType } from '../../protocol/catalogue/find.ts';
import { fromHex, toUtf8 } from '../../protocol/encoding.ts';
import { ProtocolError } from '../../protocol/error.ts';
import { SCHEME_OF_CURVE, verifyPortable } from '../../protocol/stamp.ts';
import { holdsWebauthnVote, WEBAUTHN_SCHEME } from '../../protocol/webauthn-stamp.ts';
import type { ActivityDetail, ActivityRow } from '../../preload/contract/activities.ts';
import { z } from 'zod';
import { previewMakerOf } from './previews/maker-of.ts';
import type { PreviewReads, PreviewParts } from './previews/preview-maker.ts';
import { titleOf } from './title-activity.ts';

/** An activity as a list row shows it. */
export function rowOf(activity: Activity): ActivityRow {
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
    votes: activity.votes.filter((each) => each.selection === 'VOTE_SELECTION_APPROVED').length,
    createdAtMs: timestampMs(activity.createdAt) ?? 0,
  };
}

/** An activity in full: its intent read again on this machine, and each vote's stamp checked. */
export async function describeActivity(activity: Activity, reads: PreviewReads): Promise<ActivityDetail> {
  const parts = await readIntent(activity, reads);
  const row = rowOf(activity);
  return {
    row,
    activity,
    sentence: parts?.sentence ?? [],
    facts: parts?.facts ?? [],
    reading: parts?.reading ?? null,
    votes: activity.votes.map((vote) => ({
      userId: vote.userId,
      userName: vote.user?.userName ?? vote.userId,
      selection: vote.selection,
      publicKey: vote.publicKey,
      createdAtMs: timestampMs(vote.createdAt) ?? 0,
      verified: voteHolds(vote, activity.fingerprint),
    })),
    createdAtMs: row.createdAtMs,
  };
}

async function readIntent(activity: Activity, reads: PreviewReads): Promise<PreviewParts | undefined> {
  const operation = operationByType(activity.type);
  const parameters = operation?.parameters.safeParse(activity.intent[operation.intent]);
  if (operation === undefined || parameters?.success !== true) return undefined;
  try {
    return await previewMakerOf(operation)(parameters.data, { operation, ...reads });
  } catch (error) {
    // An activity that cannot be read is shown without a reading.
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

const ballot = z.looseObject({
  type: z.enum(['ACTIVITY_TYPE_APPROVE_ACTIVITY', 'ACTIVITY_TYPE_REJECT_ACTIVITY']),
  parameters: z.looseObject({ fingerprint: z.string() }),
});

/** Whether the vote's signature holds over its message, and the message is this request or a ballot on it. */
function voteHolds(vote: Vote, fingerprint: string): boolean {
  try {
    const message = toUtf8(vote.message);
    if (!signatureHolds(vote, message)) return false;
    const approves = vote.selection === 'VOTE_SELECTION_APPROVED';
    if (approves && fingerprintOf(message) === fingerprint) return true;
    const cast = ballot.safeParse(JSON.parse(vote.message));
    if (!cast.success || cast.data.parameters.fingerprint !== fingerprint) return false;
    return approves === (cast.data.type === 'ACTIVITY_TYPE_APPROVE_ACTIVITY');
  } catch {
    return false;
  }
}

function signatureHolds({ scheme: name, publicKey, signature }: Vote, message: Uint8Array): boolean {
  if (name === WEBAUTHN_SCHEME) return holdsWebauthnVote(publicKey, message, signature);
  const scheme = Object.values(SCHEME_OF_CURVE).find((known) => known === name);
  return scheme !== undefined && verifyPortable(scheme, fromHex(publicKey), message, fromHex(signature));
}
