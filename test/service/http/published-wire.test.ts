import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue, operationByPath } from '#protocol/catalogue/catalogue.ts';
import type { Operation } from '#protocol/catalogue/operation.ts';
import { timestampMs, type Timestamp } from '#protocol/activity.ts';
import { freshSigner, LocalService, resultOf, type Sent } from '../../fixtures/local-service.ts';
import { addMember } from '../../fixtures/team.ts';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
  await addMember(service, 'Ann');
  service.wire = 'published';
  await service.restart();
});
afterAll(() => service.stop());

/** Every member of that name, wherever it is, but in what was said. */
const membersOf = (value: unknown, name: string): unknown[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries<unknown>({ ...value }).flatMap(([member, each]) =>
        member === 'intent' ? [] : [...(member === name ? [each] : []), ...membersOf(each, name)],
      );

/** Queries that need nothing but the organization. */
const LISTS = (catalogue as readonly Operation[]).filter(
  ({ kind, parameters, path }) =>
    kind === 'query' && parameters.safeParse({}).success && path !== 'get_ip_allowlist',
);

describe('--wire published', () => {
  test('records of the time of the neutral form are told in the published one', async () => {
    const { json } = await service.query('list_users');
    const times = membersOf(json, 'createdAt');
    expect(times.length).toBeGreaterThan(2);
    for (const time of times)
      expect(time).toEqual({
        seconds: expect.stringMatching(/^\d+$/) as string,
        nanos: expect.stringMatching(/^\d+$/) as string,
      });
    expect(timestampMs(times[0] as Timestamp)).toBe(service.now);
  });

  test.each(LISTS.map(({ path }) => path))(
    '%s: no time is text, and the console reads the answer',
    async (path) => {
      const sent = await service.query(path);
      expect([
        sent.status,
        membersOf(sent.json, 'createdAt').filter((time) => typeof time === 'string'),
      ]).toEqual([200, []]);
      expect(operationByPath(path)?.output.safeParse(sent.json).error).toBeUndefined();
    },
  );

  test('an activity has its own times, its votes’ and their users’ in the published form', async () => {
    const { activity } = (
      await service.submit('update_user_name', { userId: service.ready.rootUserId, userName: 'Root' })
    ).json;
    const times = [...membersOf(activity, 'createdAt'), ...membersOf(activity, 'updatedAt')];
    expect(times.length).toBeGreaterThan(5);
    expect(times.filter((time) => typeof time === 'string')).toEqual([]);
  });

  test('the rules of an IP allowlist have text times in both forms', async () => {
    await service.submit('set_ip_allowlist', { enabled: false, rules: [{ cidr: '127.0.0.1/32' }] });
    const { json } = await service.query('get_ip_allowlist');
    expect(membersOf(json, 'createdAt')).toEqual([new Date(service.now).toISOString()]);
  });

  const errorOf = ({ status, json, text }: Sent): unknown[] => [
    status,
    json.turnkeyErrorCode,
    /service_?error/i.test(text),
  ];
  test('refusals have the published name of the code: of an operation, a path, and an activity that failed', async () => {
    const body = service.submitBody('update_user_name', { userId: 'x', userName: 'Root' });
    expect(errorOf(await service.post('submit/update_user_name', body))).toEqual([
      400,
      'REQUEST_INVALID',
      false,
    ]);
    expect(errorOf(await service.post('query/whoami', body, freshSigner()))).toEqual([
      401,
      'PUBLIC_KEY_NOT_FOUND',
      false,
    ]);
    expect(errorOf(await service.post('query/nothing', body))).toEqual([404, 'UNSPECIFIED', false]);
  });

  const keyOf = async (expirationSeconds?: string) => {
    const signer = freshSigner();
    const { publicKey } = signer;
    const apiKeys = [{ apiKeyName: 'A key', publicKey, curveType: 'API_KEY_CURVE_P256', expirationSeconds }];
    resultOf(await service.submit('create_api_keys', { userId: service.ready.rootUserId, apiKeys }));
    const { json } = await service.query('get_api_keys', { userId: service.ready.rootUserId });
    const keys = json['apiKeys'] as { credential: { publicKey: string }; expirationSeconds?: string }[];
    return { signer, key: keys.find(({ credential }) => credential.publicKey === publicKey) };
  };

  test('a key that is given no end has none; one that is given one keeps it', async () => {
    const forever = await keyOf();
    expect(forever.key).not.toHaveProperty('expirationSeconds');
    expect((await keyOf('60')).key?.expirationSeconds).toBe('60');
    service.now += 3600 * 1000;
    expect((await service.query('whoami', {}, forever.signer)).status).toBe(200);
  });

  test('a user has ten keys without an end: the eleventh is refused, and takes the place of none', async () => {
    const { userId, signer } = await addMember(service, 'Bea');
    const wanted = () => {
      const { publicKey } = freshSigner();
      return { apiKeyName: 'A key', publicKey, curveType: 'API_KEY_CURVE_P256' };
    };
    const add = (count: number): Promise<Sent> =>
      service.submit('create_api_keys', { userId, apiKeys: Array.from({ length: count }, wanted) });
    const countOf = async (): Promise<number> => {
      const { json } = await service.query('get_api_keys', { userId });
      return (json['apiKeys'] as unknown[]).length;
    };
    const before = await countOf();
    resultOf(await add(10));
    const refused = await add(1);
    expect([refused.status, refused.json.code, refused.json.message]).toEqual([
      429,
      8,
      'user has exceeded maximum long-lived api keys',
    ]);
    expect(await countOf()).toBe(before + 10);
    resultOf(
      await service.submit('create_api_keys', {
        userId,
        apiKeys: [{ ...wanted(), expirationSeconds: '60' }],
      }),
    );
    expect((await service.query('whoami', {}, signer)).status).toBe(200);
  });

  test('in the neutral form, which is the default, such a key has 15 minutes', async () => {
    service.wire = 'neutral';
    await service.restart();
    expect((await keyOf()).key?.expirationSeconds).toBe('900');
    expect(
      membersOf((await service.query('list_users')).json, 'createdAt').every(
        (time) => typeof time === 'string',
      ),
    ).toBe(true);
  });
});
