import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Activity } from '#protocol/activity.ts';
import { fromHex } from '#protocol/encoding.ts';
import { verifyPortable } from '#protocol/stamp.ts';
import { codeOf, LocalService, wrongFields } from '#test/fixtures/local-service.ts';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

const parameters = {
  privateKeys: [
    {
      privateKeyName: 'A key',
      curve: 'CURVE_ED25519',
      privateKeyTags: ['hot'],
      addressFormats: ['ADDRESS_FORMAT_SOLANA'],
    },
  ],
};

test('attack: a filter of thousands of types is refused before they are looked for', async () => {
  const types = Array.from({ length: 101 }, (_, at) => `ACTIVITY_TYPE_${at}`);
  const most = types.slice(1);
  const list = (filter: object) => service.query('list_activities', filter);
  const fieldsOf = async (filter: object) => wrongFields(await list(filter));
  expect(await fieldsOf({ filterByType: types })).toEqual(['filterByType']);
  expect(await fieldsOf({ filterByType: [`ACTIVITY_TYPE_${'A'.repeat(255)}`] })).toEqual(['filterByType.0']);
  const statuses = Array.from({ length: 101 }, () => 'ACTIVITY_STATUS_COMPLETED');
  expect(await fieldsOf({ filterByStatus: statuses })).toEqual(['filterByStatus']);
  expect((await list({ filterByType: most, filterByStatus: statuses.slice(1) })).status).toBe(200);
});

test('an activity has the members of the specification, in its order, and a vote that can be checked offline', async () => {
  const body = service.submitBody('create_private_keys', parameters);
  const { json } = await service.post('submit/create_private_keys', body);
  const { activity } = json;
  if (activity === undefined) throw new Error('no activity came back');
  expect(Object.keys(activity)).toEqual([
    ...['id', 'organizationId', 'status', 'type', 'intent', 'result', 'votes', 'fingerprint'],
    ...['canApprove', 'canReject', 'createdAt', 'updatedAt'],
  ]);
  const time = new Date(service.now).toISOString();
  expect(activity).toMatchObject({
    organizationId: service.ready.organizationId,
    status: 'ACTIVITY_STATUS_COMPLETED',
    type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
    intent: { createPrivateKeysIntentV2: parameters },
    fingerprint: `sha256:${createHash('sha256').update(body).digest('hex')}`,
    canApprove: false,
    canReject: false,
    createdAt: time,
    updatedAt: time,
  });
  expect(activity.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(activity.votes).toHaveLength(1);
  const [vote] = activity.votes;
  expect(vote).toMatchObject({
    userId: service.ready.rootUserId,
    user: { userId: service.ready.rootUserId, userName: 'Root user', apiKeys: [{ apiKeyName: 'Root key' }] },
    activityId: activity.id,
    selection: 'VOTE_SELECTION_APPROVED',
    message: body,
    publicKey: service.root.publicKey,
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    createdAt: time,
  });
  const holds = verifyPortable(
    'SIGNATURE_SCHEME_TK_API_P256',
    fromHex(vote?.publicKey ?? ''),
    new TextEncoder().encode(vote?.message),
    fromHex(vote?.signature ?? ''),
  );
  expect(holds).toBe(true);
});

test('get_activity gives the activity as its request did, also after a restart', async () => {
  const { json } = await service.submit('create_private_keys', parameters);
  await service.restart();
  const found = await service.query('get_activity', { activityId: json.activity?.id });
  expect(found.json.activity).toEqual(json.activity);
  const missing = await service.query('get_activity', { activityId: '01890000-0000-7000-8000-000000000000' });
  expect([missing.status, codeOf(missing)]).toEqual([404, 'NOT_FOUND']);
});

describe('list_activities', () => {
  const list = async (options: object) => {
    const { json } = await service.query('list_activities', options);
    return (json['activities'] as Activity[]).map(({ id }) => id);
  };

  test('pages through everything, newest first, ten at a time unless told otherwise', async () => {
    for (let n = 0; n < 15; n += 1) await service.submit('create_private_keys', parameters);
    const all = await list({ paginationOptions: { limit: '100' } });
    expect([...all].sort().reverse()).toEqual(all);
    expect(all.length).toBeGreaterThan(15);
    expect(await list({})).toEqual(all.slice(0, 10));
    expect(await list({ paginationOptions: { limit: '4', before: all[3] } })).toEqual(all.slice(4, 8));
    expect(await list({ paginationOptions: { limit: '4', after: all[9] } })).toEqual(all.slice(5, 9));
    expect(await list({ paginationOptions: { after: all[6], before: all[2] } })).toEqual(all.slice(3, 6));
  });

  test('filters by status and by type', async () => {
    expect(await list({ filterByStatus: ['ACTIVITY_STATUS_FAILED'] })).toEqual([]);
    expect(await list({ filterByType: ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2'] })).toEqual([]);
    expect(await list({ filterByType: ['ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2'] })).toHaveLength(10);
    const { status } = await service.query('list_activities', { filterByStatus: ['ACTIVITY_STATUS_ODD'] });
    expect(status).toBe(400);
  });
});

// Last: what it makes fills a page.
test('attack: a page of large activities is refused before it is read, and smaller ones are answered', async () => {
  const { id: signWith } = await service.createPrivateKey('CURVE_SECP256K1', []);
  const payload = {
    ...{ payload: 'a'.repeat(1_000_000), encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
    hashFunction: 'HASH_FUNCTION_SHA256',
  };
  for (let count = 0; count < 17; count += 1) {
    expect((await service.submit('sign_raw_payload', { signWith, ...payload })).status).toBe(200);
  }
  const page = (limit: number) =>
    service.query('list_activities', { paginationOptions: { limit: String(limit) } });
  expect(wrongFields(await page(100))).toEqual(['paginationOptions.limit']);
  const { json } = await page(10);
  expect(json['activities']).toHaveLength(10);
});
