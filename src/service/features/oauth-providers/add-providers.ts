import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { createOauthProviders } from '#protocol/catalogue/oauth-providers.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { invalidToken, readToken, verifyToken } from '../../oidc/tokens.ts';
import { allWhere, insertRow } from '../../storage/rows.ts';
import { featureError } from '../errors.ts';

export type Wanted = z.output<typeof createOauthProviders.parameters>['oauthProviders'][number];

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
