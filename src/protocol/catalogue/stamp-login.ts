import { z } from 'zod';
import { submit } from './operation.ts';
import { sessionOptions, sessionProfileId, sessionPublicKey } from './session-fields.ts';

/** Specification, "stamp_login". */
export const stampLogin = submit({
  path: 'stamp_login',
  type: 'ACTIVITY_TYPE_STAMP_LOGIN',
  intent: 'stampLoginIntent',
  result: 'stampLoginResult',
  effect: 'write',
  summary: 'Log in with a stamp',
  parameters: z.strictObject({
    publicKey: sessionPublicKey(),
    ...sessionOptions,
    sessionProfileId: sessionProfileId(),
  }),
  output: z.looseObject({ session: z.string() }),
});
