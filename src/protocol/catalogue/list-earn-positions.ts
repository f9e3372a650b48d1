import { z } from 'zod';
import { ethereumAddress } from './earn-fields.ts';
import { query } from './operation.ts';

/** OPERATIONS.md, v1EarnPosition. */
export const listEarnPositions = query({
  path: 'list_earn_positions',
  summary: 'List earn positions',
  parameters: z.strictObject({ walletAddress: ethereumAddress('Wallet') }),
  output: z.looseObject({
    positions: z
      .array(
        z.looseObject({
          vaultAddress: z.string().optional(),
          wrapperAddress: z.string().optional(),
          currentValue: z.string().optional(),
          totalDeposited: z.string().optional(),
          totalWithdrawn: z.string().optional(),
          depositsDisabled: z.boolean().optional(),
        }),
      )
      .optional(),
  }),
});
