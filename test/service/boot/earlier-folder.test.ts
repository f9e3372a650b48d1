import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { decryptSecretBundle, encryptSecretToBundle, generateP256KeyPair } from '@turnkey/crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEALED_VALUES } from '#service/keys/sealed-values.ts';
import { layOutEarlierFolder } from '#test/fixtures/earlier-folder.ts';
import { LocalService, resultOf } from '#test/fixtures/local-service.ts';

const encryptionSuite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';
let known: ReturnType<typeof layOutEarlierFolder>;
let service: LocalService;
beforeEach(async () => {
  service = await LocalService.over((folder) => (known = layOutEarlierFolder(folder)));
});
afterEach(() => service.stop());

/** What somebody does who can write the file while the service is stopped. */
function tamper(...statements: readonly string[]): void {
  const database = new DatabaseSync(join(service.data, 'service.sqlite'));
  database.exec('PRAGMA foreign_keys = OFF');
  for (const statement of statements) database.exec(statement);
  // In a process of its own this would be the last to close it, and leave no log.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

const sign = (signWith: string) =>
  service.submit('sign_raw_payload', {
    signWith,
    payload: '00'.repeat(32),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });

async function exportSecret(secretId: string): Promise<string> {
  const target = generateP256KeyPair();
  const sent = await service.submit('export_secrets', {
    secrets: [{ secretId, targetPublicKey: target.publicKeyUncompressed, encryptionSuite }],
  });
  const [secretPayload = ''] = resultOf(sent)['secretPayloads'] as string[];
  return await decryptSecretBundle({
    secretPayload,
    embeddedPrivateKey: target.privateKey,
    organizationId: known.organizationId,
    dangerouslyOverrideSignerPublicKey: service.ready.keys.enclaveQuorum,
  });
}

describe('a folder of before there were data keys', () => {
  it('opens unchanged: its keys sign, its secret and its open import are there, and what clients pinned holds', async () => {
    expect(service.ready.keys).toEqual(known.keys);
    for (const signWith of [known.privateKey.id, known.wallet.addresses[0] ?? ''])
      expect(resultOf(await sign(signWith))).toMatchObject({ r: expect.any(String) as string });
    expect(await exportSecret(known.secretIds[0] ?? '')).toBe('kept before');
    const { secretPayload, targetPublicKey } = await encryptSecretToBundle({
      ...{ plaintext: 'begun before', ingressTargetBundle: known.openTarget },
      organizationId: known.organizationId,
      dangerouslyOverrideSignerPublicKey: service.ready.keys.enclaveQuorum,
    });
    const secrets = [{ secretPayload, targetPublicKey, encryptionSuite }];
    const [id = ''] = resultOf(await service.submit('import_secrets', { secrets }))['secretIds'] as string[];
    expect(await exportSecret(id)).toBe('begun before');
  });

  it('keeps its values as they were, and seals new ones under data keys', async () => {
    const { id } = await service.createPrivateKey('CURVE_ED25519', []);
    await service.restart();
    expect(resultOf(await sign(known.privateKey.id))).toBeDefined();
    await service.halt();
    const database = new DatabaseSync(join(service.data, 'service.sqlite'));
    const rows = database.prepare('SELECT id, key_version FROM private_key').all() as readonly Record<
      'id' | 'key_version',
      unknown
    >[];
    const versions = database.prepare('SELECT version FROM wrapping_key ORDER BY version').all();
    database.close();
    expect(new Map(rows.map((row) => [row.id, row.key_version]))).toEqual(
      new Map([
        [known.privateKey.id, null],
        [id, 1],
      ]),
    );
    expect(versions).toEqual([{ version: 0 }, { version: 1 }]);
  });

  it.each([
    ['the versions of its key taken away', ['DELETE FROM wrapping_key']],
    ['its oldest version taken away', ['DELETE FROM wrapping_key WHERE version = 0']],
    ['another key ID', [`UPDATE wrapping_key SET key_id = 'local:00' WHERE version = 0`]],
    ['a version that nobody made', [`INSERT INTO wrapping_key VALUES (3, 'x', x'00', x'00', 1)`]],
    ['a data key taken away', ['UPDATE private_key SET key_version = NULL, data_key = NULL']],
  ])('attack: %s', async (_attack, statements) => {
    await service.createPrivateKey('CURVE_ED25519', []);
    await service.halt();
    tamper(...statements);
    await expect(service.restart()).rejects.toThrow();
  });

  it('refuses another storage key, and writes nothing', async () => {
    await service.halt();
    const right = Uint8Array.from(service.storageKey);
    service.storageKey.fill(9);
    await expect(service.restart()).rejects.toMatchObject({ code: 'STORAGE_KEY_WRONG' });
    service.storageKey.set(right);
    await service.restart();
    expect(resultOf(await sign(known.privateKey.id))).toBeDefined();
  });
});

it('every sealed column of the schema has its place in the list of sealed values', async () => {
  await service.halt();
  const database = new DatabaseSync(join(service.data, 'service.sqlite'));
  const found = database
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
       WHERE t.type = 'table' AND c.name LIKE 'sealed%' AND t.name <> 'row_seal'`,
    )
    .all()
    .map(({ table, column }) => `${String(table)}.${String(column)}`);
  database.close();
  const listed = Object.entries(SEALED_VALUES).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  expect(found.sort()).toEqual([...listed, 'wrapping_key.sealed_database_key'].sort());
});
