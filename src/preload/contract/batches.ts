import { z } from 'zod';
import { EFFECTS } from '#protocol/catalogue/operation.ts';
import { fact, sentencePart, warning } from '#chains/model/decoded.ts';
import { call } from './call.ts';
import { fileHandle } from './files.ts';
import { requestGroup } from './request-groups.ts';

const count = z.number().int().min(0);
const named = z.object({ id: z.uuid() });

/** What a batch does in all, as the approval surface says it. */
export const batchSummary = z.object({
  effect: z.enum(EFFECTS),
  sentence: z.array(sentencePart),
  facts: z.array(fact),
  warnings: z.array(warning),
});
export type BatchSummary = z.infer<typeof batchSummary>;

/** Why a line of the file will not do. */
export const batchProblem = z.object({
  /** From 1. */
  line: z.number().int().min(1),
  /** A path such as `parameters.signWith`; empty for the line as a whole. */
  field: z.string(),
  message: z.string(),
});
export type BatchProblem = z.infer<typeof batchProblem>;

/** What came of reading a file: a set of requests, or everything that is wrong with it. */
export const batchRead = z.discriminatedUnion('state', [
  z.object({ state: z.literal('prepared'), set: requestGroup }),
  z.object({ state: z.literal('refused'), problems: z.array(batchProblem), total: count }),
]);
export type BatchRead = z.infer<typeof batchRead>;

/** One request of a batch, read out of the body that is stamped. */
export const batchLine = z.object({
  position: count,
  line: z.number().int().min(1),
  /** What the file calls it. */
  reference: z.string().nullable(),
  operation: z.string(),
  /** What it does, in plain words. */
  sentence: z.string(),
  state: z.enum(['new', 'sent', 'done', 'failed', 'waiting']),
  activityId: z.string().nullable(),
});
export type BatchLine = z.infer<typeof batchLine>;

/** Lines that failed, in order, and how many of all that failed can be tried again. */
export const batchFailures = z.object({
  failures: z.array(
    z.object({
      line: z.number().int().min(1),
      reference: z.string().nullable(),
      /** Null where an earlier version of the console did not keep it. */
      failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
  again: count,
});
export type BatchFailures = z.infer<typeof batchFailures>;

/** Many requests out of a file. The set that they become is run, paused and followed under `sets`. */
export const batchesCalls = {
  /**
   * Reads and checks a file on the privileged side; nothing of it is kept while one line is wrong. `operation` is for CSV,
   * which does not say it.
   */
  read: call('write', z.object({ file: fileHandle, operation: z.string().max(64).nullable() }), batchRead),
  /** All of a batch together, read again out of the stored bodies. */
  summary: call('read', named, batchSummary),
  /** Requests behind a position (-1 for the start), in order. */
  lines: call(
    'read',
    named.extend({ after: z.number().int().min(-1), limit: z.number().int().min(1).max(200) }),
    z.array(batchLine),
  ),
  failures: call('read', named.extend({ limit: z.number().int().min(1).max(200) }), batchFailures),
  /** Takes what failed without an effect back to what is left of the batch; that needs another approval. */
  tryAgain: call('write', named, requestGroup),
  /** Forgets a batch that does not run; what was sent stays sent, and results stay where they are. */
  discard: call('write', named, z.undefined()),
};
