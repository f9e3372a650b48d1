import { z } from 'zod';
import { name } from './fields.ts';
import { submit } from './operation.ts';
import { oidcToken, sessionOptions } from './session-fields.ts';
import { targetPublicKey } from './transport-fields.ts';

/** Specification, "oauth". */
export const oauth = submit({
  path: 'oauth',
  type: 'ACTIVITY_TYPE_OAUTH',
  intent: 'oauthIntent',
  result: 'oauthResult',
  effect: 'write',
  summary: 'Open a session with an OIDC token',
  parameters: z.strictObject({
    oidcToken: oidcToken(),
    targetPublicKey: targetPublicKey(),
    apiKeyName: name('Name of the API key').nullish(),
    ...sessionOptions,
  }),
  output: z.looseObject({ userId: z.string(), apiKeyId: z.string(), credentialBundle: z.string() }),
});
