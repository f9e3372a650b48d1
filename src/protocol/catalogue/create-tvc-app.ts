import { z } from 'zod';
import { id, name } from './fields.ts';
import { operatorSetParams, quorumPublicKey } from './tvc-fields.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md. */
export const createTvcApp = submit({
  path: 'create_tvc_app',
  type: 'ACTIVITY_TYPE_CREATE_TVC_APP',
  intent: 'createTvcAppIntent',
  result: 'createTvcAppResult',
  effect: 'write',
  summary: 'Create a TVC app',
  refusesAppProofs: true,
  parameters: z.strictObject({
    name: name('Name'),
    quorumPublicKey: quorumPublicKey('Quorum key'),
    manifestSetId: id('Manifest set', 'tvcOperatorSet').nullish(),
    manifestSetParams: operatorSetParams('New manifest set').nullish(),
    shareSetId: id('Share set', 'tvcOperatorSet').nullish(),
    shareSetParams: operatorSetParams('New share set').nullish(),
    enableEgress: z.boolean().nullish().meta({ label: 'Egress' }),
    enableDebugModeDeployments: z.boolean().nullish().meta({ label: 'Debug mode' }),
  }),
  output: z.looseObject({
    appId: z.string(),
    manifestSetId: z.string(),
    manifestSetOperatorIds: z.array(z.string()),
    manifestSetThreshold: z.number(),
    shareSetId: z.string(),
    shareSetOperatorIds: z.array(z.string()),
    shareSetThreshold: z.number(),
  }),
});
