import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { encryptSecretToBundle, generateP256KeyPair } from '@turnkey/crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GivenKeys } from '#service/boot/check-database.ts';
import { rewrapDatabase } from '#service/boot/rewrap-database.ts';
import { vaultKeyHolder } from '#service/keys/vault-key.ts';
import { layOutEarlierFolder } from '#test/fixtures/earlier-folder.ts';
import { storageKeyOf } from '#test/fixtures/key-ring.ts';
import { LocalService, resultOf, type Sent } from '#test/fixtures/local-service.ts';
import { spawnService } from '#test/fixtures/running-service.ts';
import { TransitServer } from '#test/fixtures/transit-server.ts';

let server: TransitServer;
let service: LocalService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-vault-'));
  server = await TransitServer.start();
});
afterEach(async () => {
  server.isSealed = false;
  await service.stop();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const keyService = () =>
  Promise.resolve(
    vaultKeyHolder({ url: server.url, mount: 'transit', name: 'keyops', token: () => server.token }),
  );
const local = (bytes: Uint8Array) => () => Promise.resolve(storageKeyOf(bytes));
const turn = (keys: GivenKeys) => rewrapDatabase({ data: service.data }, keys, () => service.now);
async function startUnderVault(): Promise<void> {
  service = await LocalService.start();
  await service.halt();
  rmSync(service.data, { recursive: true });
  service.keys = { keyService };
  await service.restart();
}
const sign = (signWith: string): Promise<Sent> =>
  service.submit('sign_raw_payload', {
    ...{ signWith, payload: '00'.repeat(32), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });
const makeKey = async () => (await service.createPrivateKey('CURVE_SECP256K1', [])).id;
const tryToMakeKey = (): Promise<Sent> =>
  service.submit('create_private_keys', {
    privateKeys: Array.from({ length: 60 }, (_, n) => ({
      ...{ privateKeyName: `K ${n}`, curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
    })),
  });
const expectUnavailable = (sent: Sent): void => {
  expect(sent.status).toBe(503);
  expect(sent.json.message).toContain('The service that holds the storage key can’t be used');
  expect(sent.text).not.toContain(server.token);
};
const rows = (text: string) => {
  const database = new DatabaseSync(join(service.data, 'service.sqlite'));
  try {
    return database.prepare(text).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
};

describe('a service whose storage key is a transit engine’s', () => {
  it('makes keys and signs, asking for a data key once in a while, and does so after a restart', async () => {
    await startUnderVault();
    const id = await makeKey();
    expect(resultOf(await sign(id))).toBeDefined();
    const before = server.asked.decrypt;
    for (let count = 0; count < 5; count += 1) expect((await sign(id)).status).toBe(200);
    expect(server.asked.decrypt).toBe(before);
    await service.restart();
    expect(resultOf(await sign(id))).toBeDefined();
    // No data key, and no version, is in the file but as the engine's ciphertext.
    const kept = rows('SELECT data_key FROM private_key UNION ALL SELECT data_key FROM wrapping_key');
    for (const { data_key } of kept)
      expect(Buffer.from(data_key as Uint8Array).toString()).toMatch(/^vault:v\d+:/u);
  });

  it('answers 503 while the engine is away, does nothing wrong, and goes on when it’s back', async () => {
    await startUnderVault();
    const id = await makeKey();
    await service.restart();
    const before = rows('SELECT count(*) AS n FROM private_key');
    await server.close();
    expectUnavailable(await sign(id));
    expectUnavailable(await tryToMakeKey());
    expect(rows('SELECT count(*) AS n FROM private_key')).toEqual(before);
    await server.listen();
    expect(resultOf(await sign(id))).toBeDefined();
    expect((await tryToMakeKey()).status).toBe(200);
    server.isSealed = true;
    expect(resultOf(await sign(id))).toBeDefined();
  });

  it('attack: many secrets in a request do not ask the engine for each, nor do the work again for each', async () => {
    await startUnderVault();
    const [numSecrets, encryptionSuite] = [30, 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1'];
    const asked = async (operation: string, parameters: object) => {
      await service.restart();
      const before = { ...server.asked };
      const result = resultOf(await service.submit(operation, parameters));
      return {
        result,
        asked: [server.asked.encrypt - before.encrypt, server.asked.decrypt - before.decrypt],
      };
    };
    const begun = await asked('init_import_secrets', { encryptionSuite, numSecrets });
    const secrets = await Promise.all(
      (begun.result['enclaveTargetMessages'] as string[]).map(async (ingressTargetBundle) => {
        const { secretPayload, targetPublicKey } = await encryptSecretToBundle({
          ...{ plaintext: 'x', ingressTargetBundle, organizationId: service.ready.organizationId },
          dangerouslyOverrideSignerPublicKey: service.ready.keys.enclaveQuorum,
        });
        return { secretPayload, targetPublicKey, encryptionSuite };
      }),
    );
    const imported = await asked('import_secrets', { secrets });
    const targetPublicKey = generateP256KeyPair().publicKeyUncompressed;
    const ids = imported.result['secretIds'] as string[];
    const exported = await asked('export_secrets', {
      secrets: ids.map((secretId) => ({ secretId, targetPublicKey, encryptionSuite })),
    });
    expect(exported.result['secretPayloads']).toHaveLength(numSecrets);
    // The fourth batch of fresh data keys is enough, however many a batch of an earlier start has left.
    for (const { asked: counts } of [begun, imported, exported])
      for (const count of counts) expect(count).toBeLessThanOrEqual(8);
    // One for all secrets, and a few for the service's own keys at its start.
    expect(imported.asked[1]).toBeLessThan(6);
  });

  it('says on /readyz that the key can’t be used while the engine is sealed, and nothing more', async () => {
    await startUnderVault();
    const ready = async () => {
      service.steadyMs += 20_000;
      const answer = await fetch(`${service.ready.url}/readyz`);
      return [answer.status, await answer.text()] as const;
    };
    expect(await ready()).toEqual([200, '{"status":"ready"}']);
    server.isSealed = true;
    const [status, text] = await ready();
    expect([status, text]).toEqual([503, expect.stringContaining('the storage key can’t be used')]);
    for (const secret of [server.token, server.url.host, 'keyops', 'transit'])
      expect(text).not.toContain(secret);
    server.isSealed = false;
    expect((await ready())[0]).toBe(200);
  });

  it('doesn’t start while the engine is away or sealed, and changes nothing', async () => {
    await startUnderVault();
    const id = await makeKey();
    await service.halt();
    server.isSealed = true;
    await expect(service.restart()).rejects.toMatchObject({ code: 'KEY_SERVICE_UNAVAILABLE' });
    server.isSealed = false;
    await service.restart();
    expect(resultOf(await sign(id))).toBeDefined();
  });

  it('refuses another engine’s key of the same name, and overwrites nothing', async () => {
    await startUnderVault();
    const other = await TransitServer.start();
    const right = service.keys;
    await service.halt();
    service.keys = {
      keyService: () =>
        Promise.resolve(
          vaultKeyHolder({ url: other.url, mount: 'transit', name: 'keyops', token: () => other.token }),
        ),
    };
    await expect(service.restart()).rejects.toMatchObject({ code: 'STORAGE_KEY_WRONG' });
    await expect(turn(service.keys)).rejects.toMatchObject({ code: 'STORAGE_KEY_WRONG' });
    await other.close();
    service.keys = right;
    await service.restart();
    await makeKey();
  });
});

describe('turning', () => {
  it('from a descriptor to the engine, to its next version, and back to a descriptor', async () => {
    service = await LocalService.over(layOutEarlierFolder);
    const { privateKey } = layOutEarlierFolder(join(folder, 'known'));
    const first = Uint8Array.from(service.storageKey);
    await service.halt();
    expect(await turn({ storageKey: local(first), keyService })).toMatchObject({ version: 2, left: 0 });
    service.keys = { keyService };
    await service.restart();
    expect(resultOf(await sign(privateKey.id))).toBeDefined();
    await service.halt();
    expect(await turn({ keyService })).toMatchObject({ version: 2, rows: 0 });
    server.rotate('keyops');
    expect(await turn({ keyService })).toMatchObject({ version: 3, left: 0 });
    const last = new Uint8Array(32).fill(6);
    expect(await turn({ keyService, newStorageKey: local(last) })).toMatchObject({ version: 4, left: 0 });
    service.keys = { storageKey: local(last) };
    await server.close();
    await service.restart();
    expect(resultOf(await sign(privateKey.id))).toBeDefined();
    await server.listen();
  });
});

it('the program takes the engine by its arguments, and ends with 1 and a clear word while it is away', async () => {
  service = await LocalService.start();
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, `${server.token}\n`, { mode: 0o600 });
  const argv = [
    ...['--data', join(folder, 'data'), '--port', '0', '--auth-proxy-port', '0'],
    ...['--root-public-key', service.root.publicKey, '--vault-url', server.url.origin],
    ...['--vault-key', 'keyops', '--vault-token-file', tokenFile],
  ];
  const running = await spawnService(argv, new Uint8Array());
  await new Promise((resolve) => running.stdout.once('data', resolve));
  expect(JSON.parse(running.output.stdout)).toMatchObject({ organizationId: expect.any(String) as string });
  running.process.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
  await server.close();
  const { output, ended } = await spawnService(argv, new Uint8Array());
  expect((await ended).code).toBe(1);
  expect(output.stderr).toContain('KEY_SERVICE_UNAVAILABLE');
  for (const said of [output.stderr, running.output.stderr]) expect(said).not.toContain(server.token);
  await server.listen();
});
