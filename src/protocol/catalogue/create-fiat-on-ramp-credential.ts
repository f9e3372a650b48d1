import { z } from 'zod';
import { submit } from './operation.ts';
import { fiatOnRampProvider, providerText, sealedText } from './provider-fields.ts';

/** Specification, "create_fiat_on_ramp_credential". */
export const createFiatOnRampCredential = submit({
  path: 'create_fiat_on_ramp_credential',
  type: 'ACTIVITY_TYPE_CREATE_FIAT_ON_RAMP_CREDENTIAL',
  intent: 'createFiatOnRampCredentialIntent',
  result: 'createFiatOnRampCredentialResult',
  effect: 'write',
  summary: 'Create a fiat on-ramp credential',
  parameters: z.strictObject({
    onrampProvider: fiatOnRampProvider(),
    projectId: providerText('Project').nullish(),
    publishableApiKey: providerText('Publishable API key'),
    encryptedSecretApiKey: sealedText('Encrypted secret API key', 'onRampSealed'),
    encryptedPrivateApiKey: sealedText('Encrypted private API key', 'onRampSealed').nullish(),
    sandboxMode: z.boolean().nullish().meta({ label: 'Sandbox mode' }),
  }),
  output: z.looseObject({ fiatOnRampCredentialId: z.string() }),
});
