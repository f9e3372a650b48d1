import * as oauth from 'oauth4webapi';
import { AuthorizationResponseError } from 'oauth4webapi';
import type { AppError } from '#protocol/error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type OneTimePage, serveOnce } from '../../platform/loopback/serve-once.ts';
import { loginError } from './errors.ts';

/** What an issuer answers in the place of a code (RFC 6749, section 4.1.2.1), as far as there are words of ours for it. */
const REFUSALS = Object.keys(loginError.rows.OIDC_REFUSED) as (keyof typeof loginError.rows.OIDC_REFUSED)[];

/**
 * Why an issuer led the browser back without a code, in this program's words: the issuer's own description is text of
 * somebody else, and is not shown.
 * @param cause what checking the redirect threw
 * @returns a AppError `OIDC_REFUSED`
 */
function issuerRefusal(cause: unknown): AppError {
  const code = cause instanceof AuthorizationResponseError ? cause.error : '';
  return loginError(`OIDC_REFUSED.${REFUSALS.find((each) => each === code) ?? 'otherwise'}`, { cause });
}

/** An OIDC issuer, and this program's name there; it has no secret (RFC 8252, section 8.5). */
export interface OidcClient {
  readonly issuer: string;
  readonly clientId: string;
}

interface OidcParts {
  readonly clock: Clock;
  readonly openExternal: (url: string) => Promise<void>;
  readonly limitMs: number;
}

const SCOPES = 'openid';

/**
 * Logs in at an OIDC issuer in the system's browser: authorization code with PKCE S256, a state, a redirect to a page on
 * loopback whose path nobody can guess (RFC 8252), and a nonce that binds the token to the session's key.
 * @param nonce the hash of the key's text (src/protocol/oidc-claims.ts)
 * @param onPage gets the page that waits, for who wants to call it off
 * @returns the ID token: signature, issuer, audience, nonce and times were checked
 * @throws AppError `OIDC_ISSUER_INVALID`, `OIDC_REFUSED`, `OIDC_TOKEN_INVALID`, `BROWSER_TIMEOUT`, `BROWSER_CANCELLED`
 */
export async function logInAtIssuer(
  parts: OidcParts,
  { issuer, clientId }: OidcClient,
  nonce: string,
  onPage: (page: OneTimePage<unknown>) => void,
): Promise<string> {
  const options = httpOptions(issuer);
  const server = await discover(issuer, options);
  const client: oauth.Client = { client_id: clientId };
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const page = await serveOnce<URLSearchParams>(
    { host: '127.0.0.1', limitMs: parts.limitMs, clock: parts.clock },
    ({ method, query }, { finish, fail }) => {
      // Another page that leads the browser here does not know the state: it ends nothing.
      if (method !== 'GET' || query.get('state') !== state)
        return said(400, 'This is not the login that was begun.');
      try {
        finish(oauth.validateAuthResponse(server, client, query, state));
        return said(200, 'You are logged in. You can close this page and go back to KeyOps Console.');
      } catch (cause) {
        fail(issuerRefusal(cause));
        return said(400, 'You are not logged in. You can close this page; KeyOps Console says why.');
      }
    },
  );
  onPage(page);
  try {
    const url = await authorizationUrl(server, clientId, page.url, { state, nonce, verifier });
    // One that was called off already is opened nowhere.
    await Promise.race([page.done, Promise.resolve()]);
    await parts.openExternal(url);
    const callback = await page.done;
    return await redeem(server, client, callback, { redirectUri: page.url, verifier, nonce, options });
  } finally {
    page.cancel();
  }
}

/* eslint-disable @typescript-eslint/no-deprecated -- the library marks plain http so that it stands out; it is for issuers on this computer alone */
type HttpOptions = Readonly<Record<typeof oauth.allowInsecureRequests, boolean>> & {
  readonly signal: AbortSignal;
};

/** Plain http for an issuer on this machine, https for every other one. */
function httpOptions(issuer: string): HttpOptions {
  const { hostname } = new URL(issuer);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return { [oauth.allowInsecureRequests]: isHere, signal: AbortSignal.timeout(10_000) };
}

/* eslint-enable @typescript-eslint/no-deprecated */

async function discover(issuer: string, options: HttpOptions): Promise<oauth.AuthorizationServer> {
  try {
    const url = new URL(issuer);
    return await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options));
  } catch (cause) {
    throw loginError('OIDC_ISSUER_INVALID.answer', { cause });
  }
}

async function authorizationUrl(
  server: oauth.AuthorizationServer,
  clientId: string,
  redirectUri: string,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
): Promise<string> {
  if (server.authorization_endpoint === undefined) {
    throw loginError('OIDC_ISSUER_INVALID.login');
  }
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPES,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

async function redeem(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  callback: URLSearchParams,
  asked: { redirectUri: string; verifier: string; nonce: string; options: HttpOptions },
): Promise<string> {
  const { redirectUri, verifier, nonce, options } = asked;
  try {
    // A fresh limit: the person took as long as they liked.
    const fresh = { ...options, signal: AbortSignal.timeout(10_000) };
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      callback,
      redirectUri,
      verifier,
      fresh,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, fresh);
    if (tokens.id_token === undefined) throw new Error('no ID token');
    return tokens.id_token;
  } catch (cause) {
    throw loginError('OIDC_TOKEN_INVALID', { cause });
  }
}

const said = (status: number, words: string) =>
  ({
    status,
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>KeyOps Console</title><p>${words}</p></html>`,
  }) as const;
