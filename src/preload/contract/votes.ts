import { z } from 'zod';

/** One rule that lets a request through: the root quorum, or a policy. */
const way = z.object({
  rule: z.string(),
  /** Approvals that count for the rule, and how many it asks for; null where it is not a mere number. */
  have: z.number().int().nullable(),
  need: z.number().int().nullable(),
  /** Names of those whose approval would count. */
  waitingFor: z.array(z.string()),
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
