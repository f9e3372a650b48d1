import { describe, expect, it } from 'vitest';
import { acceptInvitation } from '#protocol/catalogue/invitations.ts';
import { createApiKeys } from '#protocol/catalogue/api-keys.ts';
import { createAuthenticators } from '#protocol/catalogue/authenticators.ts';
import { createOauthProviders } from '#protocol/catalogue/oauth-providers.ts';
import { createUsers } from '#protocol/catalogue/users.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { Passkey } from '#test/fixtures/passkey.ts';
import {
  ANN,
  CEM,
  CEMS_KEY,
  configsOf,
  inShort,
  OFFLINE,
  OWN_KEY,
  person,
  previewOf,
  served,
  STRANGERS_KEY,
  USERS,
} from './preview-context.ts';

const apiKey = (publicKey: string) => ({
  apiKeyName: 'ci',
  publicKey,
  curveType: 'API_KEY_CURVE_P256' as const,
  expirationSeconds: '86400',
});
const tokenAbout = (claims: object): string =>
  ['{}', JSON.stringify(claims), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');
const LOGIN = { iss: 'https://issuer.example', sub: 'mallory', aud: 'desk' };

describe('an API key for a root user', () => {
  it('attack: a stranger’s key for a root user passes as an API key of some ID', async () => {
    const parts = await previewOf(createApiKeys, { userId: ANN, apiKeys: [apiKey(STRANGERS_KEY)] });
    expect(inShort(parts)).toEqual({
      sentence: 'Add an API key for “Ann”, a root user.',
      first: 'Unknown key: no user of this organization has it',
      dangers: ['FOREIGN_KEY'],
    });
    expect(parts.warnings.map(({ code }) => code)).toContain('ROOT_USER_CREDENTIAL');
  });

  it('says so when that key alone can do everything', async () => {
    const reads = served({ get_organization_configs: configsOf({ threshold: 1, userIds: [ANN] }) });
    const parts = await previewOf(createApiKeys, { userId: ANN, apiKeys: [apiKey(OWN_KEY)] }, reads);
    expect(inShort(parts).dangers).toEqual(['ROOT_USER_CREDENTIAL']);
  });

  it('names this console’s own key, and asks for no tick', async () => {
    const parts = await previewOf(createApiKeys, { userId: CEM, apiKeys: [apiKey(OWN_KEY.toUpperCase())] });
    expect(inShort(parts)).toEqual({
      sentence: 'Add an API key for “Cem”.',
      first: 'This console: “Laptop”',
      dangers: [],
    });
  });

  it('attack: another user’s key is added to a root user', async () => {
    const parts = await previewOf(createApiKeys, { userId: ANN, apiKeys: [apiKey(CEMS_KEY)] });
    expect(inShort(parts)).toMatchObject({ first: 'Another key of “Cem”', dangers: ['FOREIGN_KEY'] });
  });

  it('attack: one foreign key among own ones', async () => {
    const apiKeys = [apiKey(OWN_KEY), apiKey(STRANGERS_KEY)];
    const parts = await previewOf(createApiKeys, { userId: ANN, apiKeys });
    expect(inShort(parts).dangers).toEqual(['FOREIGN_KEY']);
    expect(parts.facts.map(({ label }) => label)).toEqual(
      ['Whose key 1', 'Whose key 2', 'User'].concat(
        [' 1', ' 2'].flatMap((n) =>
          ['Name', 'Public key', 'Curve', 'Expires'].map((label) => `${label}${n}`),
        ),
      ),
    );
  });

  it('shows IDs without a service, and takes every key but ours for foreign', async () => {
    const foreign = await previewOf(createApiKeys, { userId: ANN, apiKeys: [apiKey(CEMS_KEY)] }, OFFLINE);
    expect(inShort(foreign)).toEqual({
      sentence: `Add an API key for the user ${ANN}.`,
      first: 'Unknown key',
      dangers: ['FOREIGN_KEY'],
    });
    const own = await previewOf(createApiKeys, { userId: ANN, apiKeys: [apiKey(OWN_KEY)] }, OFFLINE);
    expect(own.warnings.map(({ code }) => code)).toEqual(['USERS_NOT_KNOWN']);
  });
});

describe('a passkey', () => {
  const registered = new Passkey().register();
  it('that this console just made is named so', async () => {
    const madeHere = (id: string): boolean => id === registered.attestation.credentialId.replace(/=+$/, '');
    const parts = await previewOf(
      createAuthenticators,
      { userId: CEM, authenticators: [registered] },
      { ...served(), madeHere },
    );
    expect(inShort(parts)).toEqual({
      sentence: 'Add a passkey for “Cem”.',
      first: 'This console, which created it for this request',
      dangers: [],
    });
  });

  it.each([
    ['create_authenticators', createAuthenticators, { userId: ANN, authenticators: [registered] }],
    ['accept_invitation', acceptInvitation, { userId: ANN, invitationId: CEM, authenticator: registered }],
  ])(
    'attack: a stranger’s passkey passes as an enrolment of ours, by %s',
    async (_, operation, parameters) => {
      expect(inShort(await previewOf(operation, parameters))).toMatchObject({
        first: 'Unknown passkey',
        dangers: ['FOREIGN_AUTHENTICATOR'],
      });
    },
  );

  it('shows every value that the request holds', async () => {
    const { facts } = await previewOf(createAuthenticators, { userId: ANN, authenticators: [registered] });
    const values = facts.map(({ value }) => value);
    expect(facts.map(({ label }) => label)).toEqual(
      ['Whose passkey', 'User', 'Name', 'Credential ID', 'Transports', 'Challenge', 'Client data'].concat(
        'Attestation object',
      ),
    );
    const { attestation, challenge } = registered;
    for (const value of [attestation.clientDataJson, attestation.attestationObject, challenge])
      expect(values).toContain(value);
  });
});

describe('an OAuth provider', () => {
  it.each([
    ['a token', tokenAbout(LOGIN)],
    ['base64 of a token', Buffer.from(tokenAbout(LOGIN)).toString('base64')],
  ])('attack: the login of a stranger hides behind “Create OAuth providers”, in %s', async (_, oidcToken) => {
    const oauthProviders = [{ providerName: 'Corporate login', oidcToken }];
    const parts = await previewOf(createOauthProviders, { userId: ANN, oauthProviders });
    expect(inShort(parts)).toEqual({
      sentence: 'Let the login mallory at https://issuer.example act as “Ann”, a root user.',
      first: 'mallory at https://issuer.example',
      dangers: ['FOREIGN_OAUTH_PROVIDER'],
    });
    expect(parts.facts.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['Corporate login', 'mallory', 'https://issuer.example', 'desk']),
    );
    expect(JSON.stringify(parts)).not.toContain(oidcToken);
  });

  it('attack: a token that nobody can read', async () => {
    const oauthProviders = [{ providerName: 'x', oidcToken: 'a.b.c' }];
    const parts = await previewOf(createOauthProviders, { userId: ANN, oauthProviders });
    expect(inShort(parts)).toMatchObject({
      first: 'A token that can’t be read',
      dangers: ['FOREIGN_OAUTH_PROVIDER'],
    });
    expect(parts.facts.slice(-2)).toEqual([
      {
        label: 'OIDC token',
        value: 'Can’t be read',
        kind: 'text',
        note: '5 characters, beginning with “a.”',
      },
      { label: 'SHA-256 of the token', value: sha256Hex(toUtf8('a.b.c')), kind: 'hash' },
    ]);
    expect(JSON.stringify(parts)).not.toContain('a.b.c');
  });

  it('names the user whose login it is already', async () => {
    const provider = {
      ...{ providerId: ANN, providerName: 'Login', createdAt: '', updatedAt: '' },
      ...{ issuer: LOGIN.iss, subject: LOGIN.sub, audience: LOGIN.aud },
    };
    const users = [
      ...USERS,
      person(ANN.replace(/1$/, '9'), 'Mal', STRANGERS_KEY, { oauthProviders: [provider] }),
    ];
    const get_organization_configs = configsOf({ threshold: 2, userIds: [ANN] });
    const reads = served({ list_users: { users }, get_organization_configs });
    const oauthProviders = [{ providerName: 'x', oidcClaims: LOGIN }];
    const { facts } = await previewOf(createOauthProviders, { userId: ANN, oauthProviders }, reads);
    expect(facts[0]?.note).toBe('linked to “Mal”');
  });
});

describe('new users', () => {
  const user = { userName: 'Dan', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };

  it('attack: foreign keys, passkeys and logins come in with a new user', async () => {
    const users = [
      {
        ...user,
        apiKeys: [apiKey(STRANGERS_KEY)],
        authenticators: [new Passkey().register()],
        oauthProviders: [{ providerName: 'x', oidcToken: tokenAbout(LOGIN) }],
      },
    ];
    const parts = await previewOf(createUsers, { users });
    expect(inShort(parts).dangers).toEqual([
      'FOREIGN_KEY',
      'FOREIGN_AUTHENTICATOR',
      'FOREIGN_OAUTH_PROVIDER',
    ]);
    expect(parts.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual(
      expect.arrayContaining([
        'Whose key: Unknown key: no user of this organization has it',
        'Whose passkey: Unknown passkey',
        'Whose login: mallory at https://issuer.example',
      ]),
    );
  });

  it('attack: a new user takes the name of a root user', async () => {
    for (const [userName, ...more] of [['Ann'], ['ann '], ['Ａnn', 'LOOK_ALIKE_TEXT']])
      expect(inShort(await previewOf(createUsers, { users: [{ ...user, userName }] })).dangers).toEqual([
        'USER_NAME_TAKEN',
        ...more,
      ]);
  });
});
