import { expect, it } from 'vitest';
import { openSessionPreview } from '../../../../src/main/flows/previews/open-session.ts';
import type { PreviewContext, PreviewParts } from '../../../../src/main/flows/previews/preview-maker.ts';
import { oauthLogin } from '../../../../src/protocol/catalogue/oauth-login.ts';

const publicKey = '02'.padEnd(66, 'a');
const tokenAbout = (claims: object): string =>
  ['{}', JSON.stringify(claims), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');

const preview = (parameters: object): Promise<PreviewParts> =>
  openSessionPreview({ publicKey, expirationSeconds: '3600', ...parameters }, {
    operation: oauthLogin,
  } as unknown as PreviewContext);
const factsOf = ({ facts }: PreviewParts): Record<string, string> =>
  Object.fromEntries(facts.map(({ label, value }) => [label, value]));

it('says whose login a token is, at which issuer and for which client, and does not show the token', async () => {
  const oidcToken = tokenAbout({ iss: 'https://issuer.example', sub: 'alice', aud: 'desk' });
  const parts = await preview({ oidcToken });
  expect(parts.sentence).toEqual([{ kind: 'text', value: 'Log in with an OIDC token for 1 hour.' }]);
  expect(factsOf(parts)).toMatchObject({
    'Login of': 'alice',
    Issuer: 'https://issuer.example',
    'Client id': 'desk',
    Ends: '1 hour after it is opened',
  });
  expect(JSON.stringify(parts)).not.toContain(oidcToken);
});

it('attack: a subject with characters that are not seen is shown with them', async () => {
  const oidcToken = tokenAbout({ iss: 'https://issuer.example', sub: 'ali\u202ece', aud: 'desk' });
  expect(factsOf(await preview({ oidcToken }))['Login of']).toBe('ali[U+202E]ce');
});

it('says nothing of a token that cannot be read, and destroys where other sessions end', async () => {
  const parts = await preview({ oidcToken: 'no token', invalidateExisting: true });
  expect(Object.keys(factsOf(parts))).toEqual(['Ends', 'Public key']);
  expect([parts.effect, parts.warnings.map(({ code }) => code)]).toEqual(['destroy', ['SESSIONS_END']]);
});
