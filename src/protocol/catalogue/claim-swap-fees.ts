import { z } from 'zod';
import { submit } from './operation.ts';

/** Specification, "claim_swap_fees". */
export const claimSwapFees = submit({
  path: 'claim_swap_fees',
  type: 'ACTIVITY_TYPE_CLAIM_SWAP_FEES',
  intent: 'claimSwapFeesIntent',
  result: 'claimSwapFeesResult',
  effect: 'write',
  summary: 'Claim swap fees',
  parameters: z.strictObject({}),
  output: z.looseObject({ requestId: z.string() }),
});
