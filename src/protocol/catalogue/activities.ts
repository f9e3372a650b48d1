import { z } from 'zod';
import { activity, activityStatus, timestamp, appProof } from '../activity.ts';
import { paginationOptions, id, fingerprint } from './fields.ts';
import { query, submit } from './operation.ts';

/** So many values a filter may have: each pair of a status and a type is looked for by itself. */
const MOST_FILTERED = 100;

/** PROTOCOL.md, section 6.5: newest first. */
export const listActivities = query({
  path: 'list_activities',
  summary: 'List activities',
  parameters: z.strictObject({
    filterByStatus: z.array(activityStatus).max(MOST_FILTERED).nullish(),
    filterByType: z
      .array(
        z
          .string()
          .max(255)
          .regex(/^ACTIVITY_TYPE_[A-Z0-9_]+$/),
      )
      .max(MOST_FILTERED)
      .nullish(),
    paginationOptions: paginationOptions.nullish(),
  }),
  output: z.looseObject({ activities: z.array(activity) }),
});

/** PROTOCOL.md, section 6.5. */
export const getActivity = query({
  path: 'get_activity',
  summary: 'Show an activity',
  parameters: z.strictObject({ activityId: id('Activity', 'activity') }),
  output: z.looseObject({ activity }),
});

/** PROTOCOL.md, section 6.4: the answer is the activity that was voted on; the vote has no result of its own. */
export const approveActivity = submit({
  path: 'approve_activity',
  result: '',
  effect: 'write',
  summary: 'Approve an activity',
  parameters: z.strictObject({ fingerprint: fingerprint() }),
  subject: ({ fingerprint }) => `request ${fingerprint}`,
  output: z.unknown(),
  ballot: true,
});

/** PROTOCOL.md, section 6.4: the answer is the activity that was voted on; the vote has no result of its own. */
export const rejectActivity = submit({
  path: 'reject_activity',
  result: '',
  effect: 'write',
  summary: 'Reject an activity',
  parameters: z.strictObject({ fingerprint: fingerprint() }),
  subject: ({ fingerprint }) => `request ${fingerprint}`,
  output: z.unknown(),
  ballot: true,
});

/** PROTOCOL.md, section 6.5. */
export const getPolicyEvaluations = query({
  path: 'get_policy_evaluations',
  summary: 'Show what policies said',
  parameters: z.strictObject({ activityId: id('Activity', 'activity') }),
  output: z.looseObject({
    policyEvaluations: z.array(
      z.looseObject({
        id: z.string(),
        activityId: z.string(),
        organizationId: z.string(),
        voteId: z.string(),
        policyEvaluations: z.array(
          z.looseObject({ policyId: z.string().optional(), outcome: z.string().optional() }),
        ),
        createdAt: timestamp,
      }),
    ),
  }),
});

/** OPERATIONS.md. */
export const listAppProofs = query({
  path: 'list_app_proofs',
  summary: 'List app proofs of an activity',
  parameters: z.strictObject({ activityId: id('Activity', 'activity') }),
  output: z.looseObject({ appProofs: z.array(appProof) }),
});
