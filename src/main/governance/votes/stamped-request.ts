import { z } from 'zod';
import { jsonObject } from '#protocol/json-object.ts';
import type { Activity, Vote } from '#protocol/activity.ts';
import { operationByType } from '#protocol/catalogue/catalogue.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { voteError } from './errors.ts';
import { saysSame } from './same-intent.ts';
import { firstVoteOf, signatureHolds } from './votes.ts';

/** What the first vote on an activity stamped, read out of its bytes. */
export interface StampedRequest {
  /** The vote that made the activity. */
  readonly asked: Vote;
  /** As the stamped body has it. */
  readonly type: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Undefined for a type that this console does not know. */
  readonly operation: SubmitOperation | undefined;
}

const envelope = z.looseObject({
  type: z.string(),
  organizationId: z.string(),
  parameters: jsonObject,
});

/**
 * The request behind an activity: the body that its first vote stamped, which the fingerprint is the hash of. Whoever
 * votes for that fingerprint votes for these bytes and for nothing that the service says beside them.
 * @throws AppError `VOTE_REQUEST_CHANGED` when the activity shows another intent, type or organization than the
 *   stamped body, or no body that has the fingerprint; `VOTE_STAMP_INVALID` when its stamp does not hold
 */
export function stampedRequestOf(activity: Activity): StampedRequest {
  const asked = firstVoteOf(activity);
  if (asked === undefined) throw voteError('VOTE_REQUEST_CHANGED');
  if (!signatureHolds(asked)) throw voteError('VOTE_STAMP_INVALID');
  const body = envelope.safeParse(readJson(asked.message));
  if (!body.success) throw voteError('VOTE_REQUEST_CHANGED');
  const { type, organizationId } = body.data;
  // Published clients write this one inside the parameters, too (PROTOCOL.md, section 6.7); it is no part of the intent.
  const parameters = Object.fromEntries(
    Object.entries(body.data.parameters).filter(([name]) => name !== 'generateAppProofs'),
  );
  const operation = operationByType(type);
  const shown = operation === undefined ? parameters : activity.intent[operation.intent];
  const isSame =
    type === activity.type && organizationId === activity.organizationId && saysSame(parameters, shown);
  if (!isSame) throw voteError('VOTE_REQUEST_CHANGED');
  return { asked, type, parameters, operation };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw voteError('VOTE_REQUEST_CHANGED', { cause });
  }
}
