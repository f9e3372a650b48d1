import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const aKey = { privateKeyName: 'A key', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] };
const post = (body: string) => service.post('submit/create_private_keys', body);

describe('bodies that are refused with a typed error', () => {
  test.each([
    ['nothing', ''],
    ['half of JSON', '{"type":'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['NaN', '{"organizationId":NaN}'],
    ['deep nesting', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
    ['deep lists', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['4 MB of brackets', '['.repeat(4_000_000)],
    ['4 MB of a text that does not end', `{"a":"${'\\"'.repeat(2_000_000)}`],
    ['a member twice: one to check and one to do', '{"type":"A","type":"B"}'],
    ['a member twice, spelled otherwise', '{"type":"A","t\\u0079pe":"B"}'],
    ['more space than its values need', `{"a":${'\n'.repeat(100_000)}1}`],
    ['more values than any request has', `{"a":[${'1,'.repeat(20_000)}1]}`],
  ])('%s', async (_, body) => {
    const sent = await post(body);
    expect([sent.status, sent.json.code, codeOf(sent)]).toEqual([400, 3, 'REQUEST_INVALID']);
    expect(sent.headers['content-type']).toContain('application/json');
  });

  test('attack: 9,000 unknown members with long names get a short answer', async () => {
    const members = Array.from({ length: 9_000 }, (_, at) => [`${'x'.repeat(180)}${at}`, 1] as const);
    const sent = await post(service.submitBody('create_private_keys', Object.fromEntries<number>(members)));
    expect([sent.status, codeOf(sent)]).toEqual([400, 'REQUEST_INVALID']);
    expect(wrongFields(sent)).toHaveLength(100);
    expect(JSON.stringify(sent.json).length).toBeLessThan(40_000);
  });

  test('attack: a text that goes on behind a NUL is neither cut nor found as another one', async () => {
    const { id } = await service.createPrivateKey('CURVE_ED25519', []);
    const sent = [
      await service.submit('create_private_keys', {
        privateKeys: [{ ...aKey, privateKeyName: 'Cut\0 here' }],
      }),
      await service.submit('create_policy', {
        ...{ policyName: 'Cut\0 here', effect: 'EFFECT_ALLOW', condition: 'true', notes: '' },
      }),
      await service.query('get_private_key', { privateKeyId: `${id}\0 and more` }),
    ];
    expect(sent.map((each) => [each.status, codeOf(each)])).toEqual(sent.map(() => [400, 'REQUEST_INVALID']));
    expect((await service.query('list_private_keys')).text).not.toContain('Cut');
    expect((await service.query('list_policies')).json).toMatchObject({ policies: [] });
  });

  test('attack: half of a character is not kept as another one, as whose every other half would be kept', async () => {
    const sent = await post(
      service.submitBody('create_private_keys', {
        privateKeys: [{ ...aKey, privateKeyName: 'Half \ud800' }],
      }),
    );
    expect([sent.status, codeOf(sent)]).toEqual([400, 'REQUEST_INVALID']);
    expect(sent.json.message).toContain('half of a character');
    expect((await service.query('list_private_keys')).text).not.toContain('Half');
    const tag = await service.submit('create_private_keys', { privateKeys: [{ ...aKey, ['\udc00']: 1 }] });
    expect([tag.status, codeOf(tag)]).toEqual([400, 'REQUEST_INVALID']);
  });

  test('attack: a member with a name of 3 MB gets a short answer', async () => {
    const sent = await post(
      `{"organizationId":"${service.ready.organizationId}","type":"T","timestampMs":"1","parameters":{},"${'x'.repeat(3_000_000)}":1}`,
    );
    expect([sent.status, codeOf(sent)]).toEqual([400, 'REQUEST_INVALID']);
    expect(JSON.stringify(sent.json).length).toBeLessThan(2_000);
  });

  test('attack: no vote keeps megabytes of members that are null, which nothing else looks at', async () => {
    const login = { publicKey: freshSigner().publicKey };
    const nulls = (count: number, name: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}${name}`, null]));
    for (const others of [nulls(1, '"'.repeat(1_000_000)), nulls(9_000, 'x')]) {
      for (const parameters of [
        { ...login, ...others },
        { ...login, inner: others },
      ]) {
        const sent = await service.submit('stamp_login', parameters);
        expect([sent.status, codeOf(sent)]).toEqual([400, 'REQUEST_INVALID']);
      }
      const envelope = await service.post(
        'submit/stamp_login',
        service.submitBody('stamp_login', login, others),
      );
      expect([envelope.status, codeOf(envelope)]).toEqual([400, 'REQUEST_INVALID']);
    }
    // What published clients leave out in their largest requests.
    expect((await service.submit('stamp_login', { ...login, ...nulls(3_000, 'value') })).status).toBe(200);
  });

  test('bytes that are not UTF-8', async () => {
    const bytes = Buffer.from(service.submitBody('create_private_keys', { privateKeys: [aKey] }));
    bytes[bytes.indexOf('A key')] = 0xff;
    const sent = await send(
      `${service.ready.url}/public/v1/submit/create_private_keys`,
      bytes,
      stampHeader(bytes, service.root),
    );
    expect([sent.status, codeOf(sent)]).toEqual([400, 'REQUEST_INVALID']);
  });

  test('10 MB of junk', async () => {
    const sent = await send(
      `${service.ready.url}/public/v1/submit/create_private_keys`,
      Buffer.alloc(10_000_000, 0x7a),
    );
    expect([sent.status, codeOf(sent)]).toEqual([413, 'REQUEST_INVALID']);
    expect(sent.json.message).toContain('larger than 4 MiB');
  });

  test('any bytes at all, without an unexpected failure', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (body) => {
        const sent = await post(body);
        expect(sent.status).toBe(400);
        expect(codeOf(sent)).not.toBe('INTERNAL');
      }),
      { numRuns: 40 },
    );
  });
});

describe('fields that are wrong are named', () => {
  test.each([
    ['type', 'type', 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'],
    ['timestampMs', 'timestampMs', 1_700_000_000_000],
    ['timestampMs', 'timestampMs', '1.5'],
    ['parameters', 'parameters', []],
    ['extra', 'extra', 1],
    ['__proto__', '__proto__', 1],
    ['generateAppProofs', 'generateAppProofs', 'yes'],
  ])('%s', async (field, member, value) => {
    const envelope = JSON.parse(service.submitBody('create_private_keys', { privateKeys: [aKey] })) as object;
    const body = JSON.stringify(Object.fromEntries([...Object.entries(envelope), [member, value]]));
    const sent = await post(body);
    expect([sent.status, codeOf(sent), wrongFields(sent)]).toEqual([400, 'REQUEST_INVALID', [field]]);
  });

  test('inside the parameters, each one', async () => {
    const sent = await service.submit('create_private_keys', {
      privateKeys: [
        { ...aKey, curve: 'CURVE_NONE' },
        { ...aKey, privateKeyName: '', secret: 1 },
      ],
      more: true,
      ['__proto__']: {},
    });
    expect(wrongFields(sent).sort()).toEqual([
      'parameters.__proto__',
      'parameters.more',
      'parameters.privateKeys.0.curve',
      'parameters.privateKeys.1.privateKeyName',
      'parameters.privateKeys.1.secret',
    ]);
  });

  test('in a query', async () => {
    expect(wrongFields(await service.query('whoami', { userId: 'x' }))).toEqual(['userId']);
    const sent = await service.query('list_activities', { paginationOptions: { limit: '101' } });
    expect(wrongFields(sent)).toEqual(['paginationOptions.limit']);
  });
});

describe('what published clients send is accepted', () => {
  test('members in any order, null members, app proofs asked for in both places', async () => {
    const body = JSON.stringify({
      parameters: { privateKeys: [{ ...aKey, other: null }], generateAppProofs: true, unused: null },
      generateAppProofs: null,
      organizationId: service.ready.organizationId,
      timestampMs: String(service.now - 1),
      type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
    });
    const { status, json } = await post(body);
    expect(status).toBe(200);
    // The echo holds what was set, and nothing else.
    expect(json.activity?.intent).toEqual({ createPrivateKeysIntentV2: { privateKeys: [aKey] } });
  });

  test('no content type', async () => {
    const body = service.submitBody('create_private_keys', { privateKeys: [aKey] });
    const sent = await service.post('submit/create_private_keys', body, service.root, { 'content-type': '' });
    expect(sent.status).toBe(200);
  });
});

test('unknown paths and methods are answered with a typed error', async () => {
  const sent = await service.post('submit/mint_money', '{}');
  expect([sent.status, sent.json.code, codeOf(sent)]).toEqual([404, 5, 'NOT_FOUND']);
  const get = await fetch(`${service.ready.url}/public/v1/query/whoami`);
  expect([get.status, ((await get.json()) as { code: number }).code]).toEqual([404, 5]);
});

test('every answer tells the time of the service', async () => {
  const sent = await service.query('whoami');
  expect(sent.headers['x-service-time-ms']).toBe(String(service.now));
  expect(sent.headers['date']).toBeDefined();
});
