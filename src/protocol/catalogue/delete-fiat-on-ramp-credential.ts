import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md; the request spells the identifier unlike the result. */
export const deleteFiatOnRampCredential = submit({
  path: 'delete_fiat_on_ramp_credential',
  type: 'ACTIVITY_TYPE_DELETE_FIAT_ON_RAMP_CREDENTIAL',
  intent: 'deleteFiatOnRampCredentialIntent',
  result: 'deleteFiatOnRampCredentialResult',
  effect: 'destroy',
  summary: 'Delete a fiat on-ramp credential',
  parameters: z.strictObject({ fiatOnrampCredentialId: id('Credential', 'onRampCredential') }),
  output: z.looseObject({ fiatOnRampCredentialId: z.string() }),
});
