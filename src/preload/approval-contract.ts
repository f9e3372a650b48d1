import { z } from 'zod';
import { call, news, nothing } from './contract/call.ts';
import { LONGEST_PASSPHRASE, VERIFICATION_METHODS } from './contract/lock-limits.ts';
import { BATCH_LISTS, batchPage, preview } from './contract/requests.ts';

/**
 * What a decision needs beside the press: a method, a new passphrase that is typed here, or `none` where a person would be
 * asked and no method is set up.
 */
export const userCheck = z.enum([...VERIFICATION_METHODS, 'newPassphrase', 'none']);
export type UserCheck = z.infer<typeof userCheck>;

/** What the approval surface shows: a preview, and when it denies by itself (ms since the epoch). */
export const approvalView = z.object({
  preview,
  deniesAtMs: z.number(),
  nowMs: z.number(),
  theme: z.enum(['system', 'light', 'dark']),
  /** Absent where the press alone decides. */
  userCheck: userCheck.optional(),
});
export type ApprovalView = z.infer<typeof approvalView>;

/** All that the approval surface can say. The window has no way to these calls. */
export const approvalContract = {
  approval: {
    current: call('read', nothing, approvalView.nullable(), { whileLocked: true }),
    /** A page of a list of the batch under review; null where there is none such. */
    page: call(
      'read',
      z.object({ previewId: z.string(), list: z.enum(BATCH_LISTS), page: z.number().int().min(0) }),
      batchPage.nullable(),
    ),
    /** While locked there is the unlock alone. */
    shown: news(approvalView.nullable(), { whileLocked: true }),
    /** The surface moved: nothing counts that was aimed at it before. */
    moved: news(z.null(), { whileLocked: true }),
    /** What the window showed when the approval came over it, as a data URL: a picture, not the page. */
    behind: call('read', nothing, z.string().nullable()),
    /** The code that a passkey's page in the browser shows as well, while it waits there; null when it does no more. */
    passkeyCode: news(z.string().nullable(), { whileLocked: true }),
    /**
     * Resolves when the decision counts: where a person has to prove that they are here, once they did. Answered while the
     * console is locked for what unlocks it alone: nothing else is under review then.
     */
    decide: call(
      'sign',
      z.object({
        previewId: z.string(),
        decision: z.enum(['approve', 'deny']),
        /** Typed on the approval surface, where it asked for one. */
        passphrase: z.string().max(LONGEST_PASSPHRASE).optional(),
      }),
      nothing,
      { whileLocked: true },
    ),
  },
};

export type ApprovalContract = typeof approvalContract;
