import { z } from 'zod';
import type { Activity, Vote } from '#protocol/activity.ts';
import { operationByType } from '#protocol/catalogue/catalogue.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { jsonObject } from '#protocol/json-object.ts';
import { voteError } from './errors.ts';
import { firstVoteOf, signatureHolds } from './votes.ts';

/** What differs between two requests for the same thing: keys that are made anew for each one. */
const MADE_ANEW = new Set(['targetPublicKey']);

/**
 * Whether two intents say the same: members in any order, and one that is null is as good as absent, which is how intents
 * are echoed (PROTOCOL.md, section 6.1).
 */
export const saysSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** Whether two requests ask for the same thing: as `saysSame`, whatever key the answer is to be sealed to. */
export const asksSame = (one: unknown, other: unknown): boolean =>
  canonical(one, MADE_ANEW) === canonical(other, MADE_ANEW);

const canonical = (value: unknown, without: ReadonlySet<string> = new Set()): string =>
  JSON.stringify([ordered(value, without)]);

function ordered(value: unknown, without: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, without));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([name, member]) => member !== null && member !== undefined && !without.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, ordered(member, without)]);
  // Still an object: a list of pairs must not pass for one.
  return { members };
}

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
