import { z } from 'zod';
import { sha256Hex } from './encoding.ts';

/**
 * Any JSON object, with every member that it has: `z.record` leaves out one named `__proto__`, and whoever checks the rest
 * would never hear of it.
 */
export const jsonObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'is not an object',
);

export const ACTIVITY_STATUSES = [
  'ACTIVITY_STATUS_CREATED',
  'ACTIVITY_STATUS_PENDING',
  'ACTIVITY_STATUS_COMPLETED',
  'ACTIVITY_STATUS_FAILED',
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_REJECTED',
  'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
] as const;

export const activityStatus = z.enum(ACTIVITY_STATUSES);
export type ActivityStatus = z.infer<typeof activityStatus>;

/** A time as the specification has it (text), or as the published wire has it (seconds and nanos as decimal text). */
export const timestamp = z.union([z.string(), z.object({ seconds: z.string(), nanos: z.string() })]);
export type Timestamp = z.infer<typeof timestamp>;

/** A vote on an activity (PROTOCOL.md, section 6.2). `message` is the exact request body that was stamped. */
export const vote = z.looseObject({
  id: z.string(),
  userId: z.string(),
  user: z.looseObject({ userId: z.string(), userName: z.string() }).optional(),
  activityId: z.string(),
  selection: z.enum(['VOTE_SELECTION_APPROVED', 'VOTE_SELECTION_REJECTED']),
  message: z.string(),
  publicKey: z.string(),
  signature: z.string(),
  scheme: z.string(),
  createdAt: timestamp,
});
export type Vote = z.infer<typeof vote>;

/** A proof that the service made of what it did (OPERATIONS.md, v1AppProof). */
export const appProof = z.looseObject({
  scheme: z.string(),
  publicKey: z.string(),
  proofPayload: z.string(),
  signature: z.string(),
});

/** The envelope that every submit operation returns (specification, "Activity"; PROTOCOL.md, section 6.1). */
export const activity = z.looseObject({
  id: z.string(),
  organizationId: z.string(),
  status: activityStatus,
  type: z.string(),
  intent: z.record(z.string(), z.unknown()),
  // Absent while votes are missing; the specification says required, published services leave it out.
  result: z.record(z.string(), z.unknown()).nullish(),
  votes: z.array(vote),
  // Only where the request asked for them (PROTOCOL.md, section 9).
  appProofs: z.array(appProof).nullish(),
  fingerprint: z.string(),
  canApprove: z.boolean(),
  canReject: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  failure: z.looseObject({ code: z.number().optional(), message: z.string().optional() }).nullish(),
});
export type Activity = z.infer<typeof activity>;

/**
 * The fingerprint of a request: `sha256:` and the hex SHA-256 of its raw body (PROTOCOL.md, section 6.3).
 * @param hash gives the SHA-256 of bytes in lowercase hex; the portable one when left out
 */
export const fingerprintOf = (body: Uint8Array, hash = sha256Hex): string => `sha256:${hash(body)}`;

/** Milliseconds since the epoch, or undefined where the text is no time. */
export function timestampMs(value: Timestamp): number | undefined {
  const ms =
    typeof value === 'string'
      ? Date.parse(value)
      : Number(value.seconds) * 1000 + Math.floor(Number(value.nanos) / 1e6);
  return Number.isFinite(ms) ? ms : undefined;
}

/** How old a request may be, and how far ahead of the service's clock (PROTOCOL.md, section 6.3). */
export const FRESHNESS = { pastMs: 60 * 60 * 1000, futureMs: 5 * 60 * 1000 } as const;
