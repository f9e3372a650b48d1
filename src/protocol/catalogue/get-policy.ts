import { z } from 'zod';
import { id } from './fields.ts';
import { query } from './operation.ts';
import { policy } from './policy-record.ts';

/** PROTOCOL.md, section 12. */
export const getPolicy = query({
  path: 'get_policy',
  summary: 'Show a policy',
  parameters: z.strictObject({ policyId: id('Policy', 'policy') }),
  output: z.looseObject({ policy }),
});
