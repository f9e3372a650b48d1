import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseStamp, type ApiKeyCurve } from '#protocol/stamp.ts';
import {
  codeOf,
  freshSigner,
  LocalService,
  send,
  stampHeader,
  wrongFields,
} from '../../fixtures/local-service.ts';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

const whoamiUrl = () => `${service.ready.url}/public/v1/query/whoami`;
const whoamiBody = () => JSON.stringify({ organizationId: service.ready.organizationId });
const keysBody = () =>
  service.submitBody('create_private_keys', {
    privateKeys: [{ privateKeyName: 'A key', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
  });
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Adds an API key to the root user; gives back its signer. */
async function addKey(curve: ApiKeyCurve, expirationSeconds?: string) {
  const signer = freshSigner(curve);
  const sent = await service.submit('create_api_keys', {
    userId: service.ready.rootUserId,
    apiKeys: [{ apiKeyName: curve, publicKey: signer.publicKey, curveType: curve, expirationSeconds }],
  });
  expect(sent.status).toBe(200);
  return signer;
}

test.each(['API_KEY_CURVE_P256', 'API_KEY_CURVE_SECP256K1', 'API_KEY_CURVE_ED25519'] as const)(
  'a stamp of %s is accepted',
  async (curve) => {
    const sent = await service.query('whoami', {}, await addKey(curve));
    expect([sent.status, sent.json['userId']]).toEqual([200, service.ready.rootUserId]);
  },
);

describe('refused:', () => {
  test('among many requests at once, those with the stamp of another one', async () => {
    const signers = await Promise.all(
      (['API_KEY_CURVE_P256', 'API_KEY_CURVE_SECP256K1', 'API_KEY_CURVE_ED25519'] as const).map((curve) =>
        addKey(curve),
      ),
    );
    // Over few connections, which stay open: over new ones, each would be answered before the next is there.
    const pool = new Pool(service.ready.url, { connections: 8 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const body = keysBody();
        const isForged = index % 4 === 0;
        const stamped = isForged ? `${body} ` : body;
        const answer = await pool.request({
          method: 'POST',
          path: '/public/v1/submit/create_private_keys',
          headers: {
            'content-type': 'application/json',
            ...stampHeader(stamped, signers[index % 3] ?? service.root),
          },
          body,
        });
        const { serviceErrorCode } = (await answer.body.json()) as { serviceErrorCode?: string };
        return [isForged, answer.statusCode, serviceErrorCode];
      }),
    );
    await pool.close();
    for (const [isForged, status, code] of answers)
      expect([status, code]).toEqual(isForged === true ? [401, 'SIGNATURE_INVALID'] : [200, undefined]);
  });

  test('a request without a stamp', async () => {
    const sent = await send(whoamiUrl(), whoamiBody());
    expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_MISSING']);
  });

  test('a request with two kinds of stamp', async () => {
    const sent = await send(whoamiUrl(), whoamiBody(), {
      ...stampHeader(whoamiBody(), service.root),
      'x-stamp-webauthn': '{}',
    });
    expect([sent.status, codeOf(sent)]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('a stamp with any one bit flipped', async () => {
    const body = whoamiBody();
    const value = parseStamp(stampHeader(body, service.root)['x-stamp'] ?? '');
    const signature = Buffer.from(value.signature, 'hex');
    // The first bits are of the DER frame, the others of r and s.
    for (const bit of [0, 9, 40, 100, signature.length * 8 - 1]) {
      const flipped = Buffer.from(signature);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
      const sent = await send(whoamiUrl(), body, {
        'x-stamp': encode({ ...value, signature: flipped.toString('hex') }),
      });
      expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_INVALID']);
    }
  });

  test.each([
    'SIGNATURE_SCHEME_TK_API_SECP256K1',
    'SIGNATURE_SCHEME_TK_API_ED25519',
    'SIGNATURE_SCHEME_NONE',
  ])('a stamp whose scheme was changed to %s', async (scheme) => {
    const body = whoamiBody();
    const value = parseStamp(stampHeader(body, service.root)['x-stamp'] ?? '');
    const sent = await send(whoamiUrl(), body, { 'x-stamp': encode({ ...value, scheme }) });
    expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_INVALID']);
  });

  test('a stamp of a key that nobody added', async () => {
    const sent = await service.query('whoami', {}, freshSigner());
    expect([sent.status, codeOf(sent)]).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
  });

  test('a stamp that names a known key but was made with another', async () => {
    const body = whoamiBody();
    const value = parseStamp(stampHeader(body, freshSigner())['x-stamp'] ?? '');
    const sent = await send(whoamiUrl(), body, {
      'x-stamp': encode({ ...value, publicKey: service.root.publicKey }),
    });
    expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_INVALID']);
  });

  test('a body that was changed after stamping, in a value and in white space alone', async () => {
    const body = keysBody();
    for (const changed of [body.replace('A key', 'B key'), body.replace(',', ', ')]) {
      const sent = await send(
        `${service.ready.url}/public/v1/submit/create_private_keys`,
        changed,
        stampHeader(body, service.root),
      );
      expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_INVALID']);
    }
  });

  test('a stamp that is no stamp', async () => {
    for (const header of [
      'x',
      '!!!',
      encode({}),
      encode([]),
      Buffer.from('null').toString('base64url'),
      'e30='.repeat(2000),
    ]) {
      const sent = await send(whoamiUrl(), whoamiBody(), { 'x-stamp': header });
      expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_INVALID']);
    }
  });

  test('an organization that is not the one of the key', async () => {
    const other = '00000000-0000-4000-8000-000000000000';
    const known = await service.post('query/whoami', JSON.stringify({ organizationId: other }));
    expect([known.status, codeOf(known)]).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
    // Those without a key learn nothing of which organizations exist.
    const stranger = await service.post(
      'query/whoami',
      JSON.stringify({ organizationId: other }),
      freshSigner(),
    );
    expect([stranger.status, codeOf(stranger)]).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
    const malformed = await service.post('query/whoami', JSON.stringify({ organizationId: 'local' }));
    expect([malformed.status, codeOf(malformed)]).toEqual([400, 'INVALID_ORGANIZATION_ID']);
  });

  test('an expired key, from the moment it expires', async () => {
    const signer = await addKey('API_KEY_CURVE_P256', '60');
    const before = service.now;
    service.now = before + 59_999;
    expect((await service.query('whoami', {}, signer)).status).toBe(200);
    service.now = before + 60_000;
    const sent = await service.query('whoami', {}, signer);
    service.now = before;
    expect([sent.status, codeOf(sent), sent.json.message]).toEqual([
      401,
      'API_KEY_EXPIRED',
      'expired api key',
    ]);
  });

  test('a clock an hour behind or five minutes ahead, saying how far', async () => {
    const at = (timestampMs: number) =>
      service.post(
        'submit/create_private_keys',
        keysBody().replace(/"timestampMs":"\d+"/, `"timestampMs":"${timestampMs}"`),
      );
    const hour = 3_600_000;
    const late = await at(service.now - hour - 5000);
    expect([late.status, codeOf(late), wrongFields(late)]).toEqual([400, 'INVALID_TIME', ['timestampMs']]);
    expect(late.json.message).toContain("1 h 0 min 5 s behind this service's clock");
    const early = await at(service.now + 300_001);
    expect([early.status, codeOf(early)]).toEqual([400, 'INVALID_TIME']);
    expect(early.json.message).toContain("5 min 0 s ahead of this service's clock");
    expect((await at(service.now - hour)).status).toBe(400);
    expect((await at(service.now - hour + 1)).status).toBe(200);
    expect((await at(service.now + 300_000)).status).toBe(200);
  });

  test('a stamp for one operation that is sent to another', async () => {
    const body = keysBody();
    const sent = await service.post('submit/create_api_keys', body);
    expect([sent.status, codeOf(sent), wrongFields(sent)]).toEqual([400, 'REQUEST_INVALID', ['type']]);
  });
});

describe('a replayed body', () => {
  test('gives the same activity and has no second effect', async () => {
    const body = keysBody();
    const first = await service.post('submit/create_private_keys', body);
    const before = await service.query('list_private_keys');
    // Another stamp over the same bytes, and the same stamp again.
    const again = await service.post('submit/create_private_keys', body);
    expect(again.json.activity).toEqual(first.json.activity);
    expect((await service.query('list_private_keys')).text).toBe(before.text);
  });

  test('has one effect when it is sent many times at once', async () => {
    const body = keysBody();
    const count = async () =>
      ((await service.query('list_private_keys')).json['privateKeys'] as unknown[]).length;
    const before = await count();
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => service.post('submit/create_private_keys', body)),
    );
    expect(new Set(sent.map(({ json }) => json.activity?.id)).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });
});
