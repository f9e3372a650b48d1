import { oauthLogin as operation } from '../../protocol/catalogue/sessions.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { identify, obtainKeys } from '../oidc/identify.ts';
import { logIn } from '../sessions/log-in.ts';

export const oauthLogin = submitHandler(
  operation,
  async (context, parameters) => {
    const { user_id: userId } = await identify(context, parameters.oidcToken, parameters.publicKey);
    return { session: await logIn(context, userId, parameters) };
  },
  {},
  (lookup, { oidcToken }) => obtainKeys(lookup, oidcToken),
);
