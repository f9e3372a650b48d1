import { oauth as operation } from '../../protocol/catalogue/sessions.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { identify, obtainKeys } from '../oidc/identify.ts';
import { openSession } from '../sessions/open-session.ts';

export const oauth = submitHandler(
  operation,
  async (context, parameters) => {
    const { oidcToken, targetPublicKey } = parameters;
    const { user_id: userId } = await identify(context, oidcToken, targetPublicKey);
    const session = await openSession(context, {
      userId,
      kind: 'CREDENTIAL_TYPE_OAUTH_KEY_P256',
      defaultName: 'Oauth',
      parameters,
    });
    return { userId, ...session };
  },
  {},
  (lookup, { oidcToken }) => obtainKeys(lookup, oidcToken),
);
