import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toUtf8 } from '#protocol/encoding.ts';
import { holdsWebauthnVote } from '#protocol/webauthn-stamp.ts';
import { codeOf, LocalService, send, stampHeader, type Sent } from '../../fixtures/local-service.ts';
import { Passkey, type Deviation } from '../../fixtures/passkey.ts';

let service: LocalService;
let passkey: Passkey;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});
beforeEach(async () => {
  passkey = new Passkey(1);
  await register(passkey);
});

async function register(wanted: Passkey): Promise<void> {
  // Other tests' passkeys make room: a user has at most ten.
  const userId = service.ready.rootUserId;
  const kept = (await service.query('get_authenticators', { userId })).json['authenticators'] as {
    authenticatorId: string;
  }[];
  if (kept.length >= 9) {
    const authenticatorIds = kept.map(({ authenticatorId }) => authenticatorId);
    expect((await service.submit('delete_authenticators', { userId, authenticatorIds })).status).toBe(200);
  }
  const sent = await service.submit('create_authenticators', { userId, authenticators: [wanted.register()] });
  expect([sent.status, sent.json.message]).toEqual([200, undefined]);
}

const whoamiBody = (): string => JSON.stringify({ organizationId: service.ready.organizationId });
const whoami = (headers: Record<string, string>, body = whoamiBody()): Promise<Sent> =>
  send(`${service.ready.url}/public/v1/query/whoami`, body, headers);
const whoamiWith = (deviation: Deviation): Promise<Sent> => whoami(passkey.stamp(whoamiBody(), deviation));

test('a passkey authenticates queries and submits, and its vote can be audited', async () => {
  const query = await whoami(passkey.stamp(whoamiBody()));
  expect([query.status, query.json['userId']]).toEqual([200, service.ready.rootUserId]);
  const body = service.submitBody('create_private_keys', {
    privateKeys: [{ privateKeyName: 'A key', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
  });
  const header = passkey.stamp(body);
  const { status, json } = await send(
    `${service.ready.url}/public/v1/submit/create_private_keys`,
    body,
    header,
  );
  expect([status, json.activity?.status]).toEqual([200, 'ACTIVITY_STATUS_COMPLETED']);
  const [vote] = json.activity?.votes ?? [];
  expect([vote?.scheme, vote?.message]).toEqual(['SIGNATURE_SCHEME_TK_WEBAUTHN', body]);
  expect(JSON.parse(vote?.signature ?? '')).toEqual(JSON.parse(header['x-stamp-webauthn'] ?? ''));
  const { publicKey, message, signature } = vote ?? { publicKey: '', message: '', signature: '' };
  expect(publicKey).toBe(passkey.publicKey);
  expect(holdsWebauthnVote(publicKey, toUtf8(message), signature)).toBe(true);
});

test('an authenticator that does not count is taken every time', async () => {
  const uncounted = new Passkey(0);
  await register(uncounted);
  for (let round = 0; round < 2; round += 1)
    expect((await whoami(uncounted.stamp(whoamiBody()))).status).toBe(200);
});

test('header values with padding, and the header in the letter case of browsers, are taken', async () => {
  const value = JSON.parse(passkey.stamp(whoamiBody())['x-stamp-webauthn'] ?? '') as Record<string, string>;
  value['signature'] = Buffer.from(value['signature'] ?? '', 'base64url')
    .toString('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  expect((await whoami({ 'X-Stamp-Webauthn': JSON.stringify(value) })).status).toBe(200);
});

describe('refused:', () => {
  test.each<[string, Deviation]>([
    ['an assertion made on another origin', { origin: 'https://localhost.example.com' }],
    ['an assertion made on a look-alike of localhost', { origin: 'http://localhost.evil:80' }],
    ['an assertion for another relying party', { rpId: 'example.com' }],
    ['an assertion without user verification', { userVerified: false }],
    ['an assertion without user presence', { userPresent: false }],
    ['a registration that is passed off as an assertion', { type: 'webauthn.create' }],
    ['an assertion whose counter stands still', { counter: 1 }],
    ['an assertion whose counter went back to zero', { counter: 0 }],
  ])('%s', async (_, deviation) => {
    const sent = await whoamiWith(deviation);
    expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_INVALID']);
    expect(sent.json.message).toContain('could not verify WebAuthN signature');
    // The same passkey, used as it should be.
    expect((await whoamiWith({})).status).toBe(200);
  });

  test('an assertion over the challenge of another body', async () => {
    const sent = await whoami(passkey.stamp(whoamiBody()), `${whoamiBody()} `);
    expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_INVALID']);
  });

  test('an assertion over the digest itself instead of its hex', async () => {
    const challenge = createHash('sha256').update(whoamiBody()).digest('base64url');
    const sent = await whoamiWith({ challenge });
    expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_INVALID']);
  });

  test('a replayed assertion, one after the other and many at once', async () => {
    const header = passkey.stamp(whoamiBody());
    expect((await whoami(header)).status).toBe(200);
    const again = await whoami(header);
    expect([again.status, codeOf(again)]).toEqual([401, 'SIGNATURE_INVALID']);
    const next = passkey.stamp(whoamiBody());
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => whoami(next)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test('a counter that was used before a restart', async () => {
    const header = passkey.stamp(whoamiBody());
    expect((await whoami(header)).status).toBe(200);
    await service.restart();
    expect((await whoami(header)).status).toBe(401);
  });

  test('an assertion with any one bit of its signature flipped', async () => {
    const value = JSON.parse(passkey.stamp(whoamiBody())['x-stamp-webauthn'] ?? '') as Record<string, string>;
    const signature = Buffer.from(value['signature'] ?? '', 'base64url');
    for (const at of [5, 20, signature.length - 1]) {
      const flipped = Buffer.from(signature);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      const sent = await whoami({
        'x-stamp-webauthn': JSON.stringify({ ...value, signature: flipped.toString('base64url') }),
      });
      expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_INVALID']);
    }
  });

  test('the assertion of a passkey that nobody added', async () => {
    const sent = await whoami(new Passkey().stamp(whoamiBody()));
    expect([sent.status, codeOf(sent)]).toEqual([401, 'CREDENTIAL_NOT_FOUND']);
  });

  test('the assertion of one passkey under the id of another', async () => {
    const value = JSON.parse(new Passkey(5).stamp(whoamiBody())['x-stamp-webauthn'] ?? '') as object;
    const sent = await whoami({
      'x-stamp-webauthn': JSON.stringify({ ...value, credentialId: passkey.id.toString('base64url') }),
    });
    expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_INVALID']);
  });

  test('both stamps, each of which would do', async () => {
    const body = whoamiBody();
    const sent = await whoami({ ...stampHeader(body, service.root), ...passkey.stamp(body) });
    expect([sent.status, codeOf(sent)]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('neither stamp, and empty ones', async () => {
    for (const headers of [{}, { 'x-stamp-webauthn': '', 'x-stamp': '' }]) {
      const sent = await whoami(headers);
      expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_MISSING']);
    }
  });

  test('a passkey stamp that is none', async () => {
    const good = passkey.stamp(whoamiBody())['x-stamp-webauthn'] ?? '';
    for (const header of [
      'x',
      '[]',
      '{}',
      Buffer.from(good).toString('base64url'),
      JSON.stringify({ ...(JSON.parse(good) as object), more: 'AA' }),
      JSON.stringify({ ...(JSON.parse(good) as object), signature: '!!' }),
      JSON.stringify({ ...(JSON.parse(good) as object), clientDataJson: 'AAAA' }),
      JSON.stringify({ ...(JSON.parse(good) as object), authenticatorData: 'AAAA' }),
    ]) {
      const sent = await whoami({ 'x-stamp-webauthn': header });
      expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_INVALID']);
    }
  });

  test('a passkey of nobody, before a long body is read', async () => {
    const body = '{'.repeat(5_000);
    const known = await whoami(passkey.stamp(body), body);
    expect([known.status, codeOf(known)]).toEqual([400, 'REQUEST_INVALID']);
    const stranger = await whoami(new Passkey().stamp(body), body);
    expect([stranger.status, codeOf(stranger)]).toEqual([401, 'CREDENTIAL_NOT_FOUND']);
  });

  test('another organization, without telling strangers which ones exist', async () => {
    const body = JSON.stringify({ organizationId: '00000000-0000-4000-8000-000000000000' });
    const known = await whoami(passkey.stamp(body), body);
    expect([known.status, codeOf(known)]).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
    const stranger = await whoami(new Passkey().stamp(body), body);
    expect([stranger.status, codeOf(stranger)]).toEqual([401, 'CREDENTIAL_NOT_FOUND']);
  });
});
