import { z } from 'zod';
import { authenticator } from './authenticator.ts';
import { id } from './fields.ts';
import { query } from './operation.ts';

/** OPERATIONS.md, "get_authenticator". */
export const getAuthenticator = query({
  path: 'get_authenticator',
  summary: 'Show an authenticator',
  parameters: z.strictObject({ authenticatorId: id('Authenticator', 'authenticator') }),
  output: z.looseObject({ authenticator }),
});
