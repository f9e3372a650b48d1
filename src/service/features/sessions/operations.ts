import * as sessions from '#protocol/catalogue/sessions.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { serviceError } from '../../errors.ts';
import { identify, obtainKeys } from '../../oidc/tokens.ts';
import { firstWhere } from '../../storage/rows.ts';
import { logIn, openSession } from './open-session.ts';

export const sessionHandlers = handlersOf(sessions, {
  stampLogin: {
    handle: async (context, parameters) => ({
      session: await logIn(context, context.caller.userId, parameters),
    }),
    rules: { ownerOf: (_, callerId) => callerId },
  },

  oauthLogin: {
    handle: async (context, parameters) => {
      const { user_id: userId } = await identify(context, parameters.oidcToken, parameters.publicKey);
      return { session: await logIn(context, userId, parameters) };
    },
    prepare: async (lookup, { oidcToken }) => {
      await obtainKeys(lookup, oidcToken);
      return undefined;
    },
  },

  oauth: {
    handle: async (context, parameters) => {
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
    prepare: async (lookup, { oidcToken }) => {
      await obtainKeys(lookup, oidcToken);
      return undefined;
    },
  },

  createReadWriteSession: {
    handle: async (context, parameters) => {
      const { store, caller } = context;
      const organization = await firstWhere(store, 'organization', { id: caller.organizationId });
      if (organization === undefined) throw serviceError('INTERNAL.failed');
      const user = await requireRow(context, 'user', parameters.userId ?? caller.userId);
      const session = await openSession(context, {
        userId: user.id,
        kind: 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256',
        defaultName: 'Read Write Session',
        parameters,
      });
      return {
        organizationId: organization.id,
        organizationName: organization.name,
        userId: user.id,
        username: user.name,
        ...session,
      };
    },
    rules: { ownerOf: ({ userId }, callerId) => userId ?? callerId },
  },
});
