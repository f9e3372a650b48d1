import { z } from 'zod';
import { query } from './operation.ts';
import { fiatOnRampCredential } from './provider-fields.ts';

/** OPERATIONS.md. */
export const listFiatOnRampCredentials = query({
  path: 'list_fiat_on_ramp_credentials',
  summary: 'List fiat on-ramp credentials',
  parameters: z.strictObject({}),
  output: z.looseObject({ fiatOnRampCredentials: z.array(fiatOnRampCredential) }),
});
