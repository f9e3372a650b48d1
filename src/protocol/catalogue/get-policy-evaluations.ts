import { z } from 'zod';
import { id } from './fields.ts';
import { query } from './operation.ts';
import { timestamp } from '../activity.ts';

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
