import * as oauthProviders from '#protocol/catalogue/oauth-providers.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { oauthProviderRecord } from '../../engine/user-records.ts';
import { type Lookup, keysAtHand, readToken } from '../../oidc/tokens.ts';
import { allWhere, deleteWhere, firstWhere, recordsInTurns } from '../../storage/rows.ts';
import { featureError } from '../errors.ts';
import { type Wanted, addOauthProviders } from './add-providers.ts';

/**
 * Obtains the keys that the tokens of new providers will be checked with.
 * @throws ServiceError UNAVAILABLE
 */
export async function obtainProviderKeys(
  { issuerKeys }: Lookup,
  providers: readonly Wanted[],
): Promise<void> {
  for (const { oidcToken } of providers) {
    const token = typeof oidcToken === 'string' ? readToken(oidcToken) : undefined;
    if (token === undefined) continue;
    await issuerKeys.obtain(token.issuer, token.keyId);
    keysAtHand(issuerKeys, token.issuer);
  }
}

export const oauthProviderHandlers = handlersOf(oauthProviders, {
  createOauthProviders: {
    handle: async (context, { userId, oauthProviders: list }) => ({
      providerIds: await addOauthProviders(context, userId, list),
    }),
    rules: { ownerOf: ({ userId }) => userId },
    prepare: async (lookup, { oauthProviders: list }) => {
      await obtainProviderKeys(lookup, list);
      return undefined;
    },
  },

  deleteOauthProviders: {
    handle: async (context, { userId, providerIds }) => {
      await requireRow(context, 'user', userId);
      const wanted = [...new Set(providerIds)];
      for (const id of wanted) {
        if ((await firstWhere(context.store, 'oauth_provider', { user_id: userId, id })) === undefined)
          throw featureError('NOT_FOUND.oauthProvider', { id });
        await deleteWhere(context.store, 'oauth_provider', { id });
      }
      return { providerIds: wanted };
    },
    rules: { ownerOf: ({ userId }) => userId },
  },

  getOauthProviders: async (context, { userId }) => {
    const { store, caller } = context;
    if (typeof userId !== 'string') {
      const of = caller.organizationId;
      return { oauthProviders: await recordsInTurns(context, 'oauth_provider', of, oauthProviderRecord) };
    }
    await requireRow(context, 'user', userId);
    const rows = await allWhere(store, 'oauth_provider', { user_id: userId });
    return { oauthProviders: rows.map(oauthProviderRecord) };
  },
});
