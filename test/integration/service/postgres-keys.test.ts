import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importDatabase } from '#service/boot/import-database.ts';
import { layOutEarlierFolder } from '#test/fixtures/earlier-folder.ts';
import { storageKeyOf } from '#test/fixtures/key-ring.ts';
import { LocalService, resultOf } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

describe.skipIf(noPostgres !== undefined)(`keys on a PostgreSQL ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let folder: string;
  beforeAll(async () => {
    server = await PostgresServer.start();
    folder = mkdtempSync(join(tmpdir(), 'keyops-keys-'));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a database of before there were data keys: two services open it at once, sign with its keys and make new ones', async () => {
    const data = join(folder, 'earlier');
    const { storageKey, root, privateKey, wallet } = layOutEarlierFolder(data);
    const shared = { url: await server.makeDatabase(), storageKey: Buffer.from(storageKey) };
    await importDatabase(
      { data },
      { database: shared.url },
      { storageKey: () => Promise.resolve(storageKeyOf(shared.storageKey)) },
    );
    const services = await Promise.all([LocalService.start(root, shared), LocalService.start(root, shared)]);
    for (const service of services) {
      service.now += services.indexOf(service);
      const { id } = await service.createPrivateKey('CURVE_SECP256K1', []);
      for (const signWith of [privateKey.id, wallet.addresses[0], id]) {
        const sent = await service.submit('sign_raw_payload', {
          ...{ signWith, payload: '00'.repeat(32), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
          hashFunction: 'HASH_FUNCTION_NO_OP',
        });
        expect(resultOf(sent)).toMatchObject({ r: expect.any(String) as string });
      }
    }
    await Promise.all(services.map((service) => service.stop()));
    const rows = await server.ask('made_1', 'SELECT key_version FROM private_key ORDER BY rowid');
    expect(rows.map((row) => row['key_version'])).toEqual([null, '1', '1']);
  });
});
