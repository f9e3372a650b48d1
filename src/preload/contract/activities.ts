import { z } from 'zod';
import { activity } from '../../protocol/activity.ts';
import { EFFECTS } from '../../protocol/catalogue/operation.ts';
import { fact, sentencePart, transactionReading } from '../../protocol/chains/reading.ts';
import { call } from '../call.ts';

/** An activity as a list row shows it. */
export const activityRow = z.object({
  id: z.string(),
  type: z.string(),
  /** Operation path where the catalogue knows the type. */
  operation: z.string().nullable(),
  effect: z.enum(EFFECTS),
  status: z.string(),
  title: z.string(),
  who: z.string(),
  votes: z.number().int(),
  createdAtMs: z.number(),
});
export type ActivityRow = z.infer<typeof activityRow>;

export const activityDetail = z.object({
  row: activityRow,
  activity,
  /** The intent decoded again on this machine; null where the operation has no reading. */
  sentence: z.array(sentencePart),
  facts: z.array(fact),
  reading: transactionReading.nullable(),
  /** Whether each vote's stamp holds over its message, and whether the message is what the fingerprint says. */
  votes: z.array(
    z.object({
      userId: z.string(),
      userName: z.string(),
      selection: z.enum(['VOTE_SELECTION_APPROVED', 'VOTE_SELECTION_REJECTED']),
      publicKey: z.string(),
      createdAtMs: z.number(),
      verified: z.boolean(),
    }),
  ),
  createdAtMs: z.number(),
});
export type ActivityDetail = z.infer<typeof activityDetail>;

/** What happened in the organization. */
export const activitiesCalls = {
  list: call(
    'read',
    z.object({
      status: z.array(z.string()).max(10),
      types: z.array(z.string()).max(50),
      before: z.string().nullable(),
      limit: z.number().int().min(1).max(100),
    }),
    z.array(activityRow),
  ),
  get: call('read', z.object({ id: z.string() }), activityDetail),
};
