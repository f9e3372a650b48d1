import type { z } from 'zod';
import type { createApiKeys } from '#protocol/catalogue/api-keys.ts';
import type { createAuthenticators } from '#protocol/catalogue/authenticators.ts';
import type { createOauthProviders } from '#protocol/catalogue/oauth-providers.ts';
import type { Fact, Warning } from '#chains/model/decoded.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { type Cover, RENDERINGS } from './covers.ts';
import { durationWords } from './durations.ts';
import { loginFacts, loginOfToken, loginWords, unreadableToken, userOfLogin } from './oauth-logins.ts';
import type { Owners } from './owners.ts';
import type { People } from './people.ts';
import { previewWarning } from './warnings.ts';

type ApiKey = z.output<typeof createApiKeys.parameters>['apiKeys'][number];
type Authenticator = z.output<typeof createAuthenticators.parameters>['authenticators'][number];
type OauthProvider = z.output<typeof createOauthProviders.parameters>['oauthProviders'][number];

/** What is said of a credential. */
export interface CredentialWords {
  /** Whose it is. */
  readonly whose: Fact;
  readonly facts: Fact[];
  readonly warnings: Warning[];
  /** Which facts speak for which members of the credential. */
  readonly covers: readonly Cover[];
}

/** How the credential is told from others in labels, such as " 2", and whom it will act as, such as "“Ann”, a root user". */
interface Place {
  readonly which: string;
  readonly person: string;
}

const CURVE_NAMES = {
  API_KEY_CURVE_P256: 'P-256',
  API_KEY_CURVE_SECP256K1: 'secp256k1',
  API_KEY_CURVE_ED25519: 'Ed25519',
} as const;

/** A new API key: whose key it is, its name and how long it lasts. */
export function apiKeyWords(key: ApiKey, owners: Owners, { which, person }: Place): CredentialWords {
  const owner = owners.ofKey(key.publicKey);
  const lasts = key.expirationSeconds == null ? undefined : durationWords(Number(key.expirationSeconds));
  const name = revealInvisible(key.apiKeyName);
  const expires: Fact = {
    label: `Expires${which}`,
    value: lasts === undefined ? 'never' : `after ${lasts}`,
    kind: 'text',
    ...(key.expirationSeconds == null ? {} : { note: `${key.expirationSeconds} seconds` }),
  };
  return {
    covers: [{ fact: expires, path: ['expirationSeconds'], as: 'duration' }],
    whose: { label: `Whose key${which}`, value: owner.words, kind: 'text' },
    facts: [
      { label: `Name${which}`, value: name, kind: 'text' },
      { label: `Public key${which}`, value: key.publicKey, kind: 'data' },
      { label: `Curve${which}`, value: CURVE_NAMES[key.curveType], kind: 'text' },
      expires,
    ],
    warnings: [
      ...(owner.ours
        ? []
        : [
            previewWarning(owner.isShared === true ? 'FOREIGN_KEY.imported' : 'FOREIGN_KEY.unknown', {
              name,
              person,
            }),
          ]),
      ...(lasts === undefined ? [previewWarning('API_KEY_NEVER_EXPIRES')] : []),
    ],
  };
}

/** A new passkey: whose it is, its name and how it is reached. */
export function authenticatorWords(
  { authenticatorName, attestation, challenge }: Authenticator,
  owners: Owners,
  { which, person }: Place,
): CredentialWords {
  const owner = owners.ofPasskey(attestation.credentialId);
  const reached = attestation.transports.map(RENDERINGS.transport).join(', ');
  const name = revealInvisible(authenticatorName);
  const transports: Fact = {
    label: `Transports${which}`,
    value: reached === '' ? 'Not set' : reached,
    kind: 'text',
  };
  return {
    covers: attestation.transports.map((_, index) => ({
      fact: transports,
      path: ['attestation', 'transports', index],
      as: 'transport',
    })),
    whose: { label: `Whose passkey${which}`, value: owner.words, kind: 'text' },
    facts: [
      { label: `Name${which}`, value: name, kind: 'text' },
      { label: `Credential ID${which}`, value: attestation.credentialId, kind: 'data' },
      transports,
      { label: `Challenge${which}`, value: revealInvisible(challenge), kind: 'data' },
      { label: `Client data${which}`, value: attestation.clientDataJson, kind: 'data' },
      { label: `Attestation object${which}`, value: attestation.attestationObject, kind: 'data' },
    ],
    warnings: [
      ...(owner.ours ? [] : [previewWarning('FOREIGN_AUTHENTICATOR', { name, person })]),
      previewWarning('PASSKEY_NEVER_EXPIRES'),
    ],
  };
}

/** A new OAuth provider: whose login it is, at which issuer, for which client. The token itself is never shown. */
export function oauthProviderWords(
  { providerName, oidcToken, oidcClaims }: OauthProvider,
  { users }: People,
  { which, person }: Place,
): CredentialWords {
  const login =
    oidcClaims == null
      ? loginOfToken(oidcToken ?? '')
      : { issuer: oidcClaims.iss, subject: oidcClaims.sub, audience: oidcClaims.aud };
  const holder = login === undefined ? undefined : userOfLogin(users, login);
  const words = loginWords(login);
  const unread = login === undefined ? unreadableToken(oidcToken ?? '', which) : undefined;
  return {
    covers: unread?.covers ?? [],
    whose: {
      label: `Whose login${which}`,
      value: words,
      kind: 'text',
      note:
        holder === undefined ? 'not a known user’s login' : `linked to “${revealInvisible(holder.userName)}”`,
    },
    facts: [
      { label: `Name${which}`, value: revealInvisible(providerName), kind: 'text' },
      ...loginFacts(login, which),
      ...(unread?.facts ?? []),
    ],
    warnings: [
      login === undefined
        ? previewWarning('FOREIGN_OAUTH_PROVIDER.unread', { person })
        : previewWarning('FOREIGN_OAUTH_PROVIDER.read', { login: words, person }),
    ],
  };
}
