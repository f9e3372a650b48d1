import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as oauthProviders from '#protocol/catalogue/oauth-providers.ts';
import type { createOauthProviders } from '#protocol/catalogue/oauth-providers.ts';
import { type SubmitContext, handlersOf } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { oauthProviderRecord } from '../../engine/records.ts';
import { type Lookup, invalidToken, keysAtHand, readToken, verifyToken } from '../../oidc/tokens.ts';
import { allWhere, deleteWhere, firstWhere, insertRow, listRows } from '../../storage/rows.ts';
import { featureError } from '../errors.ts';

type Wanted = z.output<typeof createOauthProviders.parameters>['oauthProviders'][number];

interface Identity {
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
}

/** PROTOCOL.md, section 7, resource limits. */
const MOST_PER_USER = 10;

/**
 * Gives a user OIDC identities to log in with.
 * @returns their IDs, in the order of the list
 * @throws ServiceError NOT_FOUND, RESOURCE_EXHAUSTED, OAUTH_PROVIDER_ALREADY_EXISTS, INVALID_OIDC_TOKEN
 */
export async function addOauthProviders(
  context: SubmitContext,
  userId: string,
  providers: readonly Wanted[],
): Promise<string[]> {
  await requireRow(context, 'user', userId);
  const count =
    (await allWhere(context.store, 'oauth_provider', { user_id: userId })).length + providers.length;
  if (count > MOST_PER_USER) throw featureError('UNSPECIFIED.oauthProviders', { most: MOST_PER_USER });
  const ids = [];
  for (const wanted of providers) ids.push(await create(context, userId, wanted));
  return ids;
}

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

async function create(context: SubmitContext, userId: string, wanted: Wanted): Promise<string> {
  const { store, caller, now } = context;
  const { issuer, audience, subject } = await identityOf(context, wanted);
  const others = await allWhere(store, 'oauth_provider', {
    organization_id: caller.organizationId,
    issuer,
    subject,
  });
  if (others.some((other) => other.audience === audience)) {
    throw featureError('OAUTH_PROVIDER_ALREADY_EXISTS');
  }
  const id = randomUUID();
  await insertRow(store, 'oauth_provider', {
    id,
    organization_id: caller.organizationId,
    user_id: userId,
    name: wanted.providerName,
    ...{ issuer, audience, subject },
    created_at: now,
    updated_at: now,
  });
  return id;
}

/** Whom tokens have to be about: as a token proves it, or as the request says it. */
async function identityOf({ issuerKeys, now }: SubmitContext, wanted: Wanted): Promise<Identity> {
  if (wanted.oidcClaims != null) {
    const { iss, aud, sub } = wanted.oidcClaims;
    return { issuer: iss, audience: aud, subject: sub };
  }
  const token = readToken(wanted.oidcToken ?? '');
  const [audience] = token?.audiences ?? [];
  if (token === undefined || audience === undefined)
    throw invalidToken('it is no JWT with issuer, subject and audience');
  await verifyToken(issuerKeys, token, { audience, now });
  return { issuer: token.issuer, audience, subject: token.subject };
}

export const oauthProviderHandlers = handlersOf(oauthProviders, {
  createOauthProviders: {
    handle: async (context, { userId, oauthProviders: list }) => ({
      providerIds: await addOauthProviders(context, userId, list),
    }),
    rules: { ownerOf: ({ userId }) => userId },
    prepare: (lookup, { oauthProviders: list }) => obtainProviderKeys(lookup, list),
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
    if (typeof userId === 'string') await requireRow(context, 'user', userId);
    const rows =
      typeof userId === 'string'
        ? await allWhere(store, 'oauth_provider', { user_id: userId })
        : await listRows(store, 'oauth_provider', caller.organizationId);
    return { oauthProviders: rows.map(oauthProviderRecord) };
  },
});
