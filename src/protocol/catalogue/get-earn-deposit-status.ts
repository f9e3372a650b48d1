import { z } from 'zod';
import { earnStatus } from './earn-fields.ts';
import { id } from './fields.ts';
import { query } from './operation.ts';

/** OPERATIONS.md. */
export const getEarnDepositStatus = query({
  path: 'get_earn_deposit_status',
  summary: 'Show the state of an earn deposit',
  parameters: z.strictObject({ depositRequestId: id('Request', 'earnDeposit') }),
  output: z.looseObject({
    status: earnStatus,
    depositTxHash: z.string().optional(),
    error: z.string().optional(),
  }),
});
