import { z } from 'zod';
import { earnStatus } from './earn-fields.ts';
import { id } from './fields.ts';
import { query } from './operation.ts';

/** OPERATIONS.md. */
export const getEarnWithdrawStatus = query({
  path: 'get_earn_withdraw_status',
  summary: 'Show the state of an earn withdrawal',
  parameters: z.strictObject({ withdrawRequestId: id('Request', 'earnWithdrawal') }),
  output: z.looseObject({
    status: earnStatus,
    withdrawTxHash: z.string().optional(),
    error: z.string().optional(),
  }),
});
