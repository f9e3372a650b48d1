import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { logInAtIssuer } from '#main/features/login-sessions/oidc-login.ts';
import { OidcIssuer } from '#test/fixtures/oidc-issuer.ts';

const clientId = 'keyops-console';
const nonce = createHash('sha256').update('a key').digest('hex');

describe('a login at an OIDC issuer', () => {
  let issuer: OidcIssuer;
  let opened: URL[];
  beforeAll(async () => {
    issuer = await OidcIssuer.start();
  });
  afterAll(() => issuer.stop());
  beforeEach(() => {
    opened = [];
    issuer.claims = {};
  });

  /** Logs in with a browser that does what `browse` does with the address that is opened. */
  const logIn = (browse: (url: URL) => Promise<unknown>): Promise<string> =>
    logInAtIssuer(
      {
        clock: systemClock,
        limitMs: 20_000,
        openExternal: (url) => {
          opened.push(new URL(url));
          void browse(new URL(url));
          return Promise.resolve();
        },
      },
      { issuer: issuer.url, clientId },
      nonce,
      () => undefined,
    );
  const follow = (url: URL): Promise<Response> => fetch(url);
  const claimsOf = (token: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  const redirectOf = (url: URL): URL => new URL(url.searchParams.get('redirect_uri') ?? '');

  it('gives the ID token that carries the nonce, after PKCE with S256', async () => {
    const token = await logIn(follow);
    expect(claimsOf(token)).toMatchObject({ iss: issuer.url, aud: clientId, nonce });
    const [url] = opened;
    expect(url?.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url?.searchParams.get('response_type')).toBe('code');
    expect(redirectOf(url ?? new URL(issuer.url)).hostname).toBe('127.0.0.1');
  });

  it('attack: a redirect with another state ends nothing, and the true one still counts', async () => {
    const answers: number[] = [];
    const token = await logIn(async (url) => {
      const forged = redirectOf(url);
      forged.search = new URLSearchParams({ code: 'stolen', state: 'guessed' }).toString();
      answers.push((await fetch(forged)).status);
      await follow(url);
    });
    expect(answers).toEqual([400]);
    expect(claimsOf(token)).toMatchObject({ nonce });
  });

  it('attack: a redirect to another path, or under another name of this machine, is answered by nobody', async () => {
    const answers: number[] = [];
    await logIn(async (url) => {
      const elsewhere = redirectOf(url);
      const state = url.searchParams.get('state') ?? '';
      elsewhere.search = new URLSearchParams({ code: 'stolen', state }).toString();
      const path = elsewhere.pathname;
      elsewhere.pathname = '/';
      answers.push((await fetch(elsewhere)).status);
      elsewhere.pathname = path;
      elsewhere.hostname = 'localhost';
      answers.push((await fetch(elsewhere)).status);
      await follow(url);
    });
    expect(answers).toEqual([404, 404]);
  });

  it.each([
    ['a token made for another key (nonce)', { nonce: '0'.repeat(64) }],
    ['a token for another client', { aud: 'somebody-else' }],
    ['a token of another issuer', { iss: 'https://issuer.example' }],
    ['a token that is over', { exp: 1 }],
  ])('attack: %s is refused', async (_name, claims) => {
    issuer.claims = claims;
    await expect(logIn(follow)).rejects.toMatchObject({ code: 'OIDC_TOKEN_INVALID' });
  });

  it.each([
    ['access_denied', 'The issuer declined the login.'],
    ['temporarily_unavailable', 'The issuer is unavailable.'],
    ['something_else', 'The issuer refused the login.'],
  ])('says why the issuer refused, in words of its own: %s', async (error, message) => {
    const answers: string[] = [];
    const asked = logIn(async (url) => {
      const back = redirectOf(url);
      const state = url.searchParams.get('state') ?? '';
      const error_description = 'Call +1 555 0100 to unlock your account.';
      back.search = new URLSearchParams({ error, error_description, state }).toString();
      answers.push(await (await fetch(back)).text());
    });
    await expect(asked).rejects.toMatchObject({ code: 'OIDC_REFUSED', message });
    await expect.poll(() => answers.join('')).toContain('You are not logged in.');
    expect(answers.join('')).not.toContain('555');
  });

  it('can be called off', async () => {
    await expect(
      logInAtIssuer(
        { clock: systemClock, limitMs: 20_000, openExternal: () => Promise.resolve() },
        { issuer: issuer.url, clientId },
        nonce,
        (page) => page.cancel(),
      ),
    ).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' });
  });

  it('needs an issuer that says who it is', async () => {
    const wrong = { issuer: `${issuer.url}/elsewhere`, clientId };
    await expect(
      logInAtIssuer(
        { clock: systemClock, limitMs: 1, openExternal: () => Promise.resolve() },
        wrong,
        nonce,
        () => undefined,
      ),
    ).rejects.toMatchObject({ code: 'OIDC_ISSUER_INVALID' });
  });
});
