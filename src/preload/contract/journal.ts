import { z } from 'zod';
import { call } from './call.ts';

/** One line of the journal. */
export const journalLine = z.object({
  number: z.number().int(),
  time: z.string(),
  profile: z.string(),
  publicKey: z.string(),
  operation: z.string(),
  digest: z.string(),
  /** What an export took out, by its ids. */
  subject: z.string().optional(),
  outcome: z.string(),
  hash: z.string(),
});
export type JournalLine = z.infer<typeof journalLine>;

/** The record of every stamp. */
export const journalCalls = {
  list: call(
    'read',
    z.object({
      before: z.number().int().nullable(),
      limit: z.number().int().min(1).max(500),
      /** `changes`: without the stamps of queries. */
      filter: z.enum(['changes', 'all']).default('changes'),
    }),
    z.array(journalLine),
  ),
};
