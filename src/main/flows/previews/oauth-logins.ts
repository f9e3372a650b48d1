import type { User } from '../../../protocol/catalogue/user-record.ts';
import type { Fact } from '../../../protocol/chains/reading.ts';
import { readOidcClaims } from '../../../protocol/oidc-claims.ts';
import { showUnseen } from '../../../protocol/unseen.ts';

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
    : `${showUnseen(login.subject)} at ${showUnseen(login.issuer)}`;

/** Subject, issuer and client of a login. @param which such as " 2", behind each label */
export function loginFacts(login: Login | undefined, which = ''): Fact[] {
  if (login === undefined) return [];
  const said = (label: string, value: string): Fact => ({
    label: `${label}${which}`,
    value: showUnseen(value),
    kind: 'text',
  });
  return [said('Login of', login.subject), said('Issuer', login.issuer), said('Client ID', login.audience)];
}
