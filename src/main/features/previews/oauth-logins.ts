import type { User } from '#protocol/catalogue/users.ts';
import type { Fact } from '#chains/model/decoded.ts';
import { readOidcClaims } from '#protocol/oidc-claims.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { type Cover, RENDERINGS } from './covers.ts';

/** A login at an OIDC issuer, as a request links it to a user or uses it. */
export interface Login {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
}

/** Whose login an OIDC token is; undefined where it cannot be read. Nothing of it is verified here. */
export function loginOfToken(oidcToken: string): Login | undefined {
  const claims = readOidcClaims(oidcToken);
  if (claims === undefined) return undefined;
  return { issuer: claims.issuer, subject: claims.subject, audience: claims.audience.join(', ') };
}

/** The user whom a login is linked to already. */
export const userOfLogin = (users: readonly User[], { issuer, subject }: Login): User | undefined =>
  users.find(({ oauthProviders }) =>
    oauthProviders.some((each) => each.issuer === issuer && each.subject === subject),
  );

/** "alice at https://issuer.example", with every character of both visible. */
export const loginWords = (login: Login | undefined): string =>
  login === undefined
    ? 'A token that can’t be read'
    : `${revealInvisible(login.subject)} at ${revealInvisible(login.issuer)}`;

/** Subject, issuer and client of a login. @param which such as " 2", behind each label */
export function loginFacts(login: Login | undefined, which = ''): Fact[] {
  if (login === undefined) return [];
  const said = (label: string, value: string): Fact => ({
    label: `${label}${which}`,
    value: revealInvisible(value),
    kind: 'text',
  });
  return [said('Login of', login.subject), said('Issuer', login.issuer), said('Client ID', login.audience)];
}

/** So much of a token is shown that cannot be read, and never more than half of it. */
const SHOWN = 12;

/** What is said of a token in the place of its login: that it cannot be read, its size, its beginning and its digest. */
export function unreadableToken(
  token: string,
  which = '',
): { readonly facts: Fact[]; readonly covers: readonly Cover[] } {
  const characters = Array.from(token);
  const begins = characters.slice(0, Math.min(SHOWN, Math.floor(characters.length / 2))).join('');
  const digest: Fact = {
    label: `SHA-256 of the token${which}`,
    value: RENDERINGS.digest(token),
    kind: 'hash',
  };
  return {
    facts: [
      {
        label: `OIDC token${which}`,
        value: 'Can’t be read',
        kind: 'text',
        note: `${characters.length.toLocaleString('en')} characters, beginning with “${revealInvisible(begins)}”`,
      },
      digest,
    ],
    covers: [{ fact: digest, path: ['oidcToken'], as: 'digest' }],
  };
}
