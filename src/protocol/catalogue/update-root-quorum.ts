import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const updateRootQuorum = submit({
  path: 'update_root_quorum',
  type: 'ACTIVITY_TYPE_UPDATE_ROOT_QUORUM',
  intent: 'updateRootQuorumIntent',
  result: 'updateRootQuorumResult',
  effect: 'destroy',
  summary: 'Change the root quorum',
  parameters: z.strictObject({
    threshold: z
      .int('quorum threshold must be non-zero integer')
      .min(1)
      .max(100)
      .meta({ label: 'Threshold' }),
    userIds: z.array(id('User', 'user')).min(1).max(100).meta({ label: 'Users' }),
  }),
  output: z.looseObject({}),
});
