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
