import type { OauthProvider, getOauthProviders } from '#protocol/catalogue/oauth-providers.ts';
import { ask, createQuery } from '../../bridge/query.ts';

/** An issuer that users of the organization log in at, and the client that its tokens are for. */
export interface KnownIssuer {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
}

/** The issuers of OAuth providers, each client once. */
export function issuersOf(
  providers: readonly Pick<OauthProvider, 'issuer' | 'audience'>[],
): readonly KnownIssuer[] {
  const known = providers.map(({ issuer, audience }) => ({
    id: JSON.stringify([issuer, audience]),
    issuer,
    clientId: audience,
  }));
  return [...new Map(known.map((each) => [each.id, each])).values()];
}

/** The issuers that the service knows of the organization's users. */
export const knownIssuers = createQuery(async () => {
  const { oauthProviders } = await ask<typeof getOauthProviders>('get_oauth_providers', {});
  return issuersOf(oauthProviders);
});
