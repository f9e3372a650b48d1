import { z } from 'zod';
import { authenticator } from './authenticator.ts';
import { id } from './fields.ts';
import { query } from './operation.ts';

/** OPERATIONS.md, "get_authenticators": those of one user. */
export const getAuthenticators = query({
  path: 'get_authenticators',
  summary: 'List authenticators',
  parameters: z.strictObject({ userId: id('User', 'user') }),
  output: z.looseObject({ authenticators: z.array(authenticator) }),
});
