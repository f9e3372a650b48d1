import { describe, expect, it } from 'vitest';
import type { PreviewParts, PreviewReads } from '#main/features/previews/preview-maker.ts';
import { createReadWriteSession, oauth, oauthLogin, stampLogin } from '#protocol/catalogue/sessions.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import {
  CEM,
  CEMS_KEY,
  inShort,
  OFFLINE,
  OWN_KEY,
  previewOf,
  served,
  STRANGERS_KEY,
} from './preview-context.ts';

const tokenAbout = (claims: object): string =>
  ['{}', JSON.stringify(claims), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');

const preview = (parameters: object): Promise<PreviewParts> =>
  previewOf(oauthLogin, { publicKey: OWN_KEY, expirationSeconds: '3600', ...parameters });
const factsOf = ({ facts }: PreviewParts): Record<string, string> =>
  Object.fromEntries(facts.map(({ label, value }) => [label, value]));

it('says whose login a token is, at which issuer and for which client, and does not show the token', async () => {
  const oidcToken = tokenAbout({ iss: 'https://issuer.example', sub: 'alice', aud: 'desk' });
  const parts = await preview({ oidcToken });
  expect(parts.sentence).toEqual([{ kind: 'text', value: 'Log in with an OIDC token for 1 hour.' }]);
  expect(factsOf(parts)).toEqual({
    'Session key': 'This console: “Laptop”',
    'Login of': 'alice',
    Issuer: 'https://issuer.example',
    'Client ID': 'desk',
    Ends: '1 hour after it is opened',
  });
  expect(JSON.stringify(parts)).not.toContain(oidcToken);
});

it('attack: a subject with characters that are not seen is shown with them', async () => {
  const oidcToken = tokenAbout({ iss: 'https://issuer.example', sub: 'ali\u202ece', aud: 'desk' });
  expect(factsOf(await preview({ oidcToken }))['Login of']).toBe('ali[U+202E]ce');
});

it('attack: a token that cannot be read is shown raw, and asks for no tick', async () => {
  const oidcToken = `secret-${'x'.repeat(93)}`;
  const parts = await preview({ oidcToken, invalidateExisting: true });
  expect(parts.facts).toEqual([
    { label: 'Session key', value: 'This console: “Laptop”', kind: 'text', note: OWN_KEY },
    {
      label: 'OIDC token',
      value: 'Can’t be read',
      kind: 'text',
      note: '100 characters, beginning with “secret-xxxxx”',
    },
    { label: 'SHA-256 of the token', value: sha256Hex(toUtf8(oidcToken)), kind: 'hash' },
    { label: 'Ends', value: '1 hour after it is opened', kind: 'text', note: '3600 seconds' },
    { label: 'Other sessions', value: 'End at once', kind: 'text' },
  ]);
  expect(JSON.stringify(parts)).not.toContain(oidcToken);
  expect([parts.effect, inShort(parts).dangers]).toEqual([
    'destroy',
    ['OIDC_TOKEN_UNREADABLE', 'SESSIONS_END'],
  ]);
});

describe('whose key gets a session', () => {
  const target = `04${'b'.repeat(128)}`;
  const oidcToken = tokenAbout({ iss: 'https://issuer.example', sub: 'alice', aud: 'desk' });

  it.each([
    ['stamp_login', stampLogin, { publicKey: STRANGERS_KEY }],
    ['create_read_write_session', createReadWriteSession, { targetPublicKey: target }],
    ['oauth', oauth, { targetPublicKey: target, oidcToken }],
    ['oauth_login', oauthLogin, { publicKey: STRANGERS_KEY, oidcToken }],
  ])('attack: a %s for a stranger’s key passes as a login of ours', async (_, operation, parameters) => {
    for (const reads of [served(), OFFLINE]) {
      const short = inShort(await previewOf(operation, parameters, reads));
      expect(short.first).toMatch(/^Unknown key/);
      expect(short.sentence).toContain('a key that isn’t this console’s');
      expect(short.dangers).toEqual(['FOREIGN_SESSION_KEY']);
    }
  });

  it('attack: a colleague’s key', async () => {
    expect(inShort(await previewOf(stampLogin, { publicKey: CEMS_KEY }))).toMatchObject({
      first: 'Another key of “Cem”',
      dangers: ['FOREIGN_SESSION_KEY'],
    });
  });

  it('asks for no tick where this console made the key for its own flow', async () => {
    const reads: PreviewReads = { ...served(), madeHere: (key) => key === target || key === STRANGERS_KEY };
    const sealed = await previewOf(createReadWriteSession, { targetPublicKey: target, userId: CEM }, reads);
    expect(inShort(sealed)).toEqual({
      sentence: 'Open a read-write session for 15 minutes.',
      first: 'This console, which created it for this request',
      dangers: [],
    });
    expect(factsOf(sealed)['User']).toBe('Cem');
    expect(inShort(await previewOf(stampLogin, { publicKey: STRANGERS_KEY }, reads)).dangers).toEqual([]);
  });

  it('knows a key of this console in either form', async () => {
    const uncompressed = `04${'a'.repeat(127)}0`;
    const ownKeys = () => Promise.resolve([{ name: 'Desk', publicKey: `02${'a'.repeat(64)}` }]);
    const parts = await previewOf(
      createReadWriteSession,
      { targetPublicKey: uncompressed },
      { ...OFFLINE, ownKeys },
    );
    expect(inShort(parts)).toMatchObject({ first: 'This console: “Desk”', dangers: [] });
  });
});

describe('how long a session lasts', () => {
  it.each([
    ['86400', []],
    ['86401', [['SESSION_LONG', 'caution']]],
    [String(30 * 86_400), [['SESSION_VERY_LONG', 'danger']]],
    [String(365 * 86_400), [['SESSION_VERY_LONG', 'danger']]],
    [String(3650 * 86_400), [['SESSION_VERY_LONG', 'danger']]],
  ])('attack: a login of %s seconds passes as any other', async (expirationSeconds, expected) => {
    const { warnings } = await previewOf(stampLogin, { publicKey: OWN_KEY, expirationSeconds });
    expect(warnings.map(({ code, severity }) => [code, severity])).toEqual(expected);
  });
});
