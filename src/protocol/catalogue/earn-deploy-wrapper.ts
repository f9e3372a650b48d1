import { z } from 'zod';
import { earnChain, ethereumAddress } from './earn-fields.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md. */
export const earnDeployWrapper = submit({
  path: 'earn_deploy_wrapper',
  type: 'ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER',
  intent: 'earnDeployWrapperIntent',
  result: 'earnDeployWrapperResult',
  effect: 'write',
  summary: 'Deploy an earn wrapper',
  parameters: z.strictObject({
    vaultAddress: ethereumAddress('Vault'),
    chainCaip2: earnChain(),
    clientFeeBps: z
      .string()
      .regex(/^(?:0|[1-9]\d{0,3}|10000)$/, 'basis points from 0 to 10000, as decimal text')
      .meta({ label: 'Fee' }),
    clientFeeWallet: ethereumAddress('Wallet for fees'),
  }),
  output: z.looseObject({
    wrapperAddress: z.string(),
    splitterAddress: z.string(),
    deployRequestId: z.string(),
  }),
});
