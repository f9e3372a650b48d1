import { z } from 'zod';
import { submit } from './operation.ts';
import { oidcToken, sessionOptions, sessionProfileId, sessionPublicKey } from './session-fields.ts';

/** OPERATIONS.md, "oauth_login". */
export const oauthLogin = submit({
  path: 'oauth_login',
  type: 'ACTIVITY_TYPE_OAUTH_LOGIN',
  intent: 'oauthLoginIntent',
  result: 'oauthLoginResult',
  effect: 'write',
  summary: 'Log in with an OIDC token',
  parameters: z.strictObject({
    oidcToken: oidcToken(),
    publicKey: sessionPublicKey(),
    ...sessionOptions,
    sessionProfileId: sessionProfileId(),
  }),
  output: z.looseObject({ session: z.string() }),
});
