import type { ActivityDetail, ActivityRow } from '#preload/contract/activities.ts';
import type { Consensus } from '#preload/contract/votes.ts';
import { type Activity, timestampMs } from '#protocol/activity.ts';
import { operationByType } from '#protocol/catalogue/catalogue.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { PinnedKeys } from '#protocol/pinned-keys.ts';
import { consensusOf } from '../../governance/votes/consensus.ts';
import { voteHolds } from '../../governance/votes/votes.ts';
import {
  type NameOf,
  type PreviewReads,
  type RequestLine,
  lineOf,
  previewMakerOf,
  readIntent,
} from '../previews/module.ts';
import { alarmOf, checkAppProofs } from './app-proofs.ts';
import { withObjects } from './object-names.ts';
import { searchWordsOf } from './row-words.ts';

/** What an activity asks for, in one line, with whom it names. */
export const requestOf = (activity: Activity, nameOf?: NameOf): RequestLine =>
  lineOf(activity, operationByType(activity.type), nameOf);

/** What is known of an activity beside what the service says. */
interface BesideRow {
  /** How it stands, where it waits for votes. */
  readonly consensus?: Consensus | null | undefined;
  readonly nameOf?: NameOf | undefined;
  /** What the operator's file calls it. */
  readonly reference?: string | undefined;
  /** What it asks for, where that was read before. */
  readonly request?: RequestLine;
}

/** An activity as a list row shows it, its contacts and objects by name. */
export function rowOf(
  activity: Activity,
  { consensus = null, nameOf, reference, request = requestOf(activity, nameOf) }: BesideRow = {},
): ActivityRow {
  const countOf = (selection: Activity['votes'][number]['selection']): number =>
    activity.votes.filter((each) => each.selection === selection).length;
  const operation = operationByType(activity.type);
  const [first] = activity.votes;
  return {
    id: activity.id,
    fingerprint: activity.fingerprint,
    type: activity.type,
    operation: operation?.path ?? null,
    effect: operation?.effect ?? 'write',
    status: activity.status,
    title: request.title,
    words: searchWordsOf(request, nameOf),
    reference: reference === undefined ? null : revealInvisible(reference),
    who: first?.user?.userName ?? first?.userId ?? '',
    whoId: first?.userId ?? '',
    votes: countOf('VOTE_SELECTION_APPROVED'),
    rejections: countOf('VOTE_SELECTION_REJECTED'),
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
 * @param beside `objects` names the organization's objects by their IDs, `reference` is what the operator's file calls it
 * @throws ServiceError
 */
export async function describeActivity(
  activity: Activity,
  reads: PreviewReads,
  keys: PinnedKeys | null,
  beside: { readonly objects: NameOf; readonly reference?: string | undefined } = {
    objects: () => undefined,
  },
): Promise<ActivityDetail> {
  const operation = operationByType(activity.type);
  const intent = operation === undefined ? undefined : activity.intent[operation.intent];
  const alarm = alarmOf(activity);
  const parts = alarm
    ? undefined
    : await readIntent({ operation, parameters: intent }, previewMakerOf, reads);
  const consensus = await consensusOf(activity, reads.ask);
  const contacts = await reads.contacts?.();
  const row = rowOf(activity, {
    ...{ consensus, reference: beside.reference },
    nameOf: withObjects(beside.objects, contacts),
  });
  return {
    row: alarm ? { ...row, title: operation?.summary ?? activity.type, words: '' } : row,
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
