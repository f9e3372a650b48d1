import { z } from 'zod';
import { query } from './operation.ts';
import { policy } from './policy-record.ts';

/** PROTOCOL.md, section 12; published clients also call it `get_policies`. */
export const listPolicies = query({
  path: 'list_policies',
  aliases: ['get_policies'],
  summary: 'List policies',
  parameters: z.strictObject({}),
  output: z.looseObject({ policies: z.array(policy) }),
});
