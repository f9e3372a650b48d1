import { z } from 'zod';
import { earnProvider } from './earn-fields.ts';
import { query } from './operation.ts';

/** OPERATIONS.md, v1EarnEnabledVault: what this service knows of a vault. */
export const listEarnEnabledVaults = query({
  path: 'list_earn_enabled_vaults',
  summary: 'List earn wrappers',
  parameters: z.strictObject({
    provider: earnProvider().nullish(),
    caip19: z.string().min(1).max(255).nullish().meta({ label: 'Asset', hint: 'CAIP-19' }),
    includeExposure: z.boolean().nullish().meta({ label: 'Include exposure' }),
  }),
  output: z.looseObject({
    enabledVaults: z
      .array(
        z.looseObject({
          vaultAddress: z.string().optional(),
          wrapperAddress: z.string().optional(),
          totalDeposited: z.string().optional(),
          clientFeeBps: z.string().optional(),
          depositsDisabled: z.boolean().optional(),
          clientFeeWallet: z.string().optional(),
          deployStatus: z.string().optional(),
          deployRequestId: z.string().optional(),
        }),
      )
      .optional(),
  }),
});
