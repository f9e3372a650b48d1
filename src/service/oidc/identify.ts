import type { OauthProviderRow } from '../storage/credentials-schema.ts';
import { allWhere } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { readToken, type TokenText } from './read-token.ts';
import { invalidToken, keysAtHand, verifyToken } from './verify-token.ts';

/** Where tokens are looked up before their activity begins. */
export interface Lookup {
  readonly store: Store;
  readonly organizationId: string;
  readonly issuerKeys: IssuerKeys;
}

/**
 * Obtains the keys that a token will be checked with; those of issuers whom no user of the organization has are not asked for.
 * @throws ServiceError UNAVAILABLE
 */
export async function obtainKeys({ store, organizationId, issuerKeys }: Lookup, text: string): Promise<void> {
  const token = readToken(text);
  if (token === undefined || (await providerOf(store, organizationId, token)) === undefined) return;
  await issuerKeys.obtain(token.issuer, token.keyId);
  keysAtHand(issuerKeys, token.issuer);
}

/** What a token is checked with, on behalf of a caller. */
interface Checking extends Pick<Lookup, 'store' | 'issuerKeys'> {
  readonly caller: { readonly organizationId: string };
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Finds whose token it is, and verifies it.
 * @param publicKey the client's key as the request has it
 * @throws ServiceError INVALID_OIDC_TOKEN, UNAVAILABLE
 */
export async function identify(
  { store, caller, issuerKeys, now }: Checking,
  text: string,
  publicKey: string,
): Promise<OauthProviderRow> {
  const token = readToken(text);
  if (token === undefined) throw invalidToken('it is no JWT with issuer, subject and audience');
  const provider = await providerOf(store, caller.organizationId, token);
  if (provider === undefined)
    throw invalidToken('no user has a provider of its issuer, audience and subject');
  await verifyToken(issuerKeys, token, { audience: provider.audience, now, publicKey });
  return provider;
}

async function providerOf(
  store: Store,
  organizationId: string,
  { issuer, subject, audiences }: TokenText,
): Promise<OauthProviderRow | undefined> {
  const providers = await allWhere(store, 'oauth_provider', {
    organization_id: organizationId,
    issuer,
    subject,
  });
  return providers.find(({ audience }) => audiences.includes(audience));
}
