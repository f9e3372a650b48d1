import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, freshSigner, LocalService } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

describe.skipIf(noPostgres !== undefined)(`a service on a PostgreSQL ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let service: LocalService;

  beforeAll(async () => {
    server = await PostgresServer.start();
    const shared = { url: await server.makeDatabase(), storageKey: randomBytes(32) };
    service = await LocalService.start(freshSigner(), shared);
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });

  it('attack: a text with a NUL is refused as a bad request, and nothing of it is kept', async () => {
    const name = 'N\0L';
    const sent = [
      await service.submit('create_policy', {
        ...{ policyName: name, effect: 'EFFECT_ALLOW', condition: 'true', notes: '' },
      }),
      await service.submit('create_private_keys', {
        privateKeys: [
          { privateKeyName: name, curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
        ],
      }),
      await service.query('get_private_key', { privateKeyId: name }),
    ];
    for (const each of sent) {
      expect(each.status).toBe(400);
      expect(codeOf(each)).toBe('REQUEST_INVALID');
    }
    expect((await service.query('list_policies')).json).toMatchObject({ policies: [] });
    expect((await service.query('whoami')).status).toBe(200);
  });

  it('lists an empty page of keys without an internal error', async () => {
    const page = async (paginationOptions: object) => {
      const { status, json } = await service.query('list_private_keys', { paginationOptions });
      return [status, json['privateKeys']];
    };
    expect(await page({ limit: '10' })).toEqual([200, []]);
    const { id } = await service.createPrivateKey('CURVE_ED25519', ['ADDRESS_FORMAT_SOLANA']);
    expect(await page({ limit: '10' })).toMatchObject([200, [{ privateKeyId: id }]]);
    expect(await page({ limit: '10', after: id })).toEqual([200, []]);
    expect(await page({ limit: '10', before: id })).toEqual([200, []]);
  });

  it('says that the database is away, and goes on once it is back', async () => {
    await server.kill();
    const sent = await service.query('whoami');
    expect(sent.status).toBe(503);
    expect(sent.text).not.toMatch(/127\.0\.0\.1|keyops:/u);
    await server.run();
    await expect.poll(async () => (await service.query('whoami')).status, { timeout: 20_000 }).toBe(200);
  });
});
