import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md, "delete_authenticators". */
export const deleteAuthenticators = submit({
  path: 'delete_authenticators',
  type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
  intent: 'deleteAuthenticatorsIntent',
  result: 'deleteAuthenticatorsResult',
  effect: 'destroy',
  summary: 'Delete authenticators',
  parameters: z.strictObject({
    userId: id('User', 'user'),
    authenticatorIds: z
      .array(id('Authenticator', 'authenticator'))
      .min(1)
      .max(10)
      .meta({ label: 'Authenticators' }),
  }),
  output: z.looseObject({ authenticatorIds: z.array(z.string()) }),
});
