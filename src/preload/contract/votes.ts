import { z } from 'zod';
import { call } from './call.ts';
import { MOST_NAMED, MOST_VOTES } from './vote-limits.ts';

/** One rule that lets a request through: the root quorum, or a policy. */
const way = z.object({
  rule: z.string(),
  /** Approvals that count for the rule, and how many it asks for; null where it is not a mere number. */
  have: z.number().int().nullable(),
  need: z.number().int().nullable(),
  /** Names of those whose approval would count, the first {@link MOST_NAMED}, and how many these are in all. */
  waitingFor: z.array(z.string()).max(MOST_NAMED),
  waitingCount: z.number().int(),
  /** The rule as it was written, users by their names, where it is not a mere number. */
  text: z.string().nullable(),
});
export type Way = z.infer<typeof way>;

/** How a request stands that waits for votes, and each rule that would let it through. */
export const consensus = z.object({
  approvals: z.number().int(),
  rejections: z.number().int(),
  /** Who voted, in order. */
  voters: z.array(z.object({ name: z.string(), approved: z.boolean() })),
  ways: z.array(way),
});
export type Consensus = z.infer<typeof consensus>;

/** Somebody whose vote matters to a request; times in ms since the epoch. */
const voter = z.object({
  name: z.string(),
  isSelf: z.boolean(),
  /** Who made the request, which is the first approval. */
  requested: z.boolean(),
  vote: z.enum(['approved', 'rejected', 'none']),
  votedAtMs: z.number().nullable(),
});
export type Voter = z.infer<typeof voter>;

/** What a vote does to the request it is about, and how that stands. */
export const voteStanding = z.object({
  approves: z.boolean(),
  /** What comes of this vote, in a title and a text; null where the rules cannot be counted. */
  effect: z.object({ title: z.string(), text: z.string(), decides: z.boolean() }).nullable(),
  approvals: z.number().int(),
  rejections: z.number().int(),
  /** Approvals that the rule asks for which needs the fewest; null where none is a number. */
  required: z.number().int().nullable(),
  /** Whoever voted, in order, then those whose vote could count. */
  voters: z.array(voter),
});
export type VoteStanding = z.infer<typeof voteStanding>;

/** What came of votes on many requests under one approval. */
export const votesCast = z.object({
  decision: z.enum(['approve', 'deny', 'expired']),
  /** Votes that the service shows among those of their request. */
  counted: z.number().int(),
  /** Those that were refused, by the fingerprint of their request, and why. */
  failed: z.array(z.object({ fingerprint: z.string(), message: z.string() })),
  /** Votes that nothing is known of, because the run stopped before they were answered. */
  unanswered: z.number().int(),
  /** Why it stopped by itself. */
  stopped: z.object({ code: z.string(), message: z.string(), remedy: z.string() }).nullable(),
});
export type VotesCast = z.infer<typeof votesCast>;

const fingerprint = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** Votes on many requests at once. */
export const votesCalls = {
  /** Votes the same way on each request, under one approval that spells out each; none of them comes twice. */
  cast: call(
    'sign',
    z.object({
      approves: z.boolean(),
      fingerprints: z
        .array(fingerprint)
        .min(1)
        .max(MOST_VOTES)
        .refine((given) => new Set(given).size === given.length, { error: 'has a request twice' }),
    }),
    votesCast,
  ),
};
