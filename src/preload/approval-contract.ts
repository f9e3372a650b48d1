import { z } from 'zod';
import { call, news, nothing } from './contract/call.ts';
import { BATCH_LISTS, batchPage, preview } from './contract/requests.ts';

/** What the approval surface shows: a preview, and when it denies by itself (ms since the epoch). */
export const approvalView = z.object({
  preview,
  deniesAtMs: z.number(),
  nowMs: z.number(),
  theme: z.enum(['system', 'light', 'dark']),
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
    shown: news(approvalView.nullable()),
    /** The surface moved: nothing counts that was aimed at it before. */
    moved: news(z.null()),
    /** What the window showed when the approval came over it, as a data URL: a picture, not the page. */
    behind: call('read', nothing, z.string().nullable()),
    decide: call('sign', z.object({ previewId: z.string(), decision: z.enum(['approve', 'deny']) }), nothing),
  },
};

export type ApprovalContract = typeof approvalContract;
