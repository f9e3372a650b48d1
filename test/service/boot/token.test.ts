import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { GivenKeys } from '#service/boot/check-database.ts';
import { rewrapDatabase } from '#service/boot/rewrap-database.ts';
import { tokenServiceOf } from '#service/boot/token-service.ts';
import { tokenKeyHolder } from '#service/keys/pkcs11/token-key.ts';
import { vaultKeyHolder } from '#service/keys/vault-key.ts';
import { layOutEarlierFolder } from '#test/fixtures/earlier-folder.ts';
import { storageKeyOf } from '#test/fixtures/key-ring.ts';
import {
  freshSigner,
  LocalService,
  resultOf,
  send,
  type Sent,
  stampHeader,
  typeOf,
} from '#test/fixtures/local-service.ts';
import { type ServiceReady, spawnService } from '#test/fixtures/running-service.ts';
import { noToken, SoftToken } from '#test/fixtures/soft-token.ts';
import { TransitServer } from '#test/fixtures/transit-server.ts';

let token: SoftToken;
let holder: ReturnType<typeof tokenKeyHolder>;
let service: LocalService | undefined;
let folder: string;
let now = 0;

const keyService = () => {
  holder = tokenKeyHolder(token.place({ steadyMs: () => now }));
  return Promise.resolve(holder);
};
const local = (bytes: Uint8Array) => () => Promise.resolve(storageKeyOf(bytes));
const running = (): LocalService => {
  if (service === undefined) throw new Error('The service was started.');
  return service;
};
const turn = (keys: GivenKeys) => rewrapDatabase({ data: running().data }, keys, () => running().now);
async function startUnderToken(): Promise<LocalService> {
  service = await LocalService.start();
  await service.halt();
  rmSync(service.data, { recursive: true });
  service.keys = { keyService };
  await service.restart();
  return service;
}
const SIGNATURE = {
  ...{ payload: '00'.repeat(32), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
  hashFunction: 'HASH_FUNCTION_NO_OP',
};
const sign = (signWith: string): Promise<Sent> =>
  running().submit('sign_raw_payload', { signWith, ...SIGNATURE });
const makeKey = async () => (await running().createPrivateKey('CURVE_SECP256K1', [])).id;
/** More than the data keys that are made ahead. */
const tryToMakeKeys = (): Promise<Sent> =>
  running().submit('create_private_keys', {
    privateKeys: Array.from({ length: 60 }, (_, n) => ({
      ...{ privateKeyName: `K ${n}`, curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
    })),
  });
const rows = (text: string) => {
  const database = new DatabaseSync(join(running().data, 'service.sqlite'));
  try {
    return database.prepare(text).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
};
const pidOf = (): number => {
  const { pid } = holder.client;
  if (pid === undefined) throw new Error('The module is loaded.');
  return pid;
};
const TOKENS = (): string => join(token.folder, 'tokens');

describe.skipIf(noToken !== undefined)(`a service whose storage key is in a token ${noToken ?? ''}`, () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-pkcs11-'));
  });
  beforeEach(() => {
    token = new SoftToken();
    token.makeKey('01');
  });
  afterEach(async () => {
    await service?.stop();
    service = undefined;
    token.remove();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('makes keys and signs, and does so after a restart; nothing of the key is in the file', async () => {
    await startUnderToken();
    const id = await makeKey();
    for (let count = 0; count < 5; count += 1) expect(resultOf(await sign(id))).toBeDefined();
    await running().restart();
    expect(resultOf(await sign(id))).toBeDefined();
    const kept = rows('SELECT data_key FROM private_key UNION ALL SELECT data_key FROM wrapping_key');
    for (const { data_key } of kept) expect(data_key).toHaveLength(60);
    expect(rows('SELECT key_id FROM wrapping_key')).toEqual([
      { key_id: expect.stringMatching(/^pkcs11:.*;id=%01$/u) as string },
    ]);
  });

  it('answers 503 while the token is away, does nothing wrong, and goes on when it’s back', async () => {
    await startUnderToken();
    const id = await makeKey();
    await running().restart();
    const before = rows('SELECT count(*) AS n FROM private_key');
    renameSync(TOKENS(), `${TOKENS()}.away`);
    process.kill(pidOf(), 'SIGKILL');
    for (const sent of [await sign(id), await tryToMakeKeys()]) {
      expect(sent.status).toBe(503);
      expect(sent.json.message).toContain('The token that holds the storage key can’t be used');
      expect(sent.text).not.toContain(token.pin);
    }
    expect(rows('SELECT count(*) AS n FROM private_key')).toEqual(before);
    renameSync(`${TOKENS()}.away`, TOKENS());
    now += 60_000;
    expect(resultOf(await sign(id))).toBeDefined();
    expect((await tryToMakeKeys()).status).toBe(200);
  });

  it('attack: the process with the module is killed while requests are under way: no answer is wrong', async () => {
    await startUnderToken();
    const ids = await Promise.all(Array.from({ length: 6 }, makeKey));
    await running().restart();
    process.kill(pidOf(), 'SIGKILL');
    const asked = ids.map(sign);
    setTimeout(() => {
      const { pid } = holder.client;
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    }, 20);
    for (const sent of await Promise.all(asked)) expect([200, 503]).toContain(sent.status);
    now += 60_000;
    for (const id of ids) expect(resultOf(await sign(id))).toBeDefined();
  });

  it('doesn’t start while the token is away, and changes nothing', async () => {
    await startUnderToken();
    const id = await makeKey();
    await running().halt();
    renameSync(TOKENS(), `${TOKENS()}.away`);
    await expect(running().restart()).rejects.toMatchObject({ code: 'KEY_SERVICE_UNAVAILABLE' });
    renameSync(`${TOKENS()}.away`, TOKENS());
    await running().restart();
    expect(resultOf(await sign(id))).toBeDefined();
  });

  it('attack: another token of the same labels is refused, and nothing is overwritten', async () => {
    await startUnderToken();
    const id = await makeKey();
    await running().halt();
    const [right, other] = [token, new SoftToken()];
    onTestFinished(() => other.remove());
    other.makeKey('01');
    token = other;
    await expect(running().restart()).rejects.toMatchObject({ code: 'STORAGE_KEY_WRONG' });
    await expect(turn({ keyService })).rejects.toMatchObject({ code: 'STORAGE_KEY_WRONG' });
    token = right;
    await running().restart();
    expect(resultOf(await sign(id))).toBeDefined();
  });

  it('attack: a data key that was copied from another row opens nothing', async () => {
    await startUnderToken();
    const [one, other] = [await makeKey(), await makeKey()];
    await running().halt();
    const database = new DatabaseSync(join(running().data, 'service.sqlite'));
    const [kept] = database.prepare(`SELECT data_key FROM private_key WHERE id = '${other}'`).all() as {
      data_key: Uint8Array;
    }[];
    database.prepare('UPDATE private_key SET data_key = ? WHERE id = ?').run(kept?.data_key ?? null, one);
    // In a process of its own this would be the last to close it, and leave no log.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    await expect(running().restart()).rejects.toMatchObject({ code: 'DATABASE_CHANGED' });
  });

  it('says which version is gone, and on /readyz that the key can’t be used, without naming it', async () => {
    await startUnderToken();
    const ready = async () => {
      running().steadyMs += 20_000;
      const answer = await fetch(`${running().ready.url}/readyz`);
      return [answer.status, await answer.text()] as const;
    };
    expect(await ready()).toEqual([200, '{"status":"ready"}']);
    token.removeKeys();
    token.makeKey('02');
    process.kill(pidOf(), 'SIGKILL');
    const [status, text] = await ready();
    expect([status, text]).toEqual([503, expect.stringContaining('the storage key can’t be used')]);
    for (const secret of [token.pin, token.label, token.key, token.module])
      expect(text).not.toContain(secret);
    await running().halt();
    await expect(running().restart()).rejects.toMatchObject({ code: 'STORAGE_KEY_GONE' });
  });

  it('turns from a descriptor to the token, to its next version, to an engine, and back to a descriptor', async () => {
    const engine = await TransitServer.start();
    onTestFinished(() => engine.close());
    const vault = () =>
      Promise.resolve(
        vaultKeyHolder({ url: engine.url, mount: 'transit', name: 'keyops', token: () => engine.token }),
      );
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
    token.makeKey('02');
    expect(await turn({ keyService })).toMatchObject({ version: 3, left: 0 });
    expect(await turn({ keyService, newKeyService: vault })).toMatchObject({ version: 4, left: 0 });
    token.removeKeys();
    service.keys = { keyService: vault };
    await service.restart();
    expect(resultOf(await sign(privateKey.id))).toBeDefined();
    await service.halt();
    token.makeKey('03');
    expect(await turn({ keyService: vault, newKeyService: keyService })).toMatchObject({
      version: 5,
      left: 0,
    });
    const last = new Uint8Array(32).fill(6);
    expect(await turn({ keyService, newStorageKey: local(last) })).toMatchObject({ version: 6, left: 0 });
    service.keys = { storageKey: local(last) };
    await service.restart();
    expect(resultOf(await sign(privateKey.id))).toBeDefined();
  });

  it('the program takes the token by its arguments and signs; a wrong PIN ends it with 1, and is tried once', async () => {
    const root = freshSigner();
    const data = join(folder, 'data');
    const argv = [
      ...['--data', data, '--port', '0', '--auth-proxy-port', '0', '--root-public-key', root.publicKey],
      ...['--pkcs11-module', token.module, '--pkcs11-token', token.label, '--pkcs11-key', token.key],
      ...['--pkcs11-pin-file', token.pinFile, '--pkcs11-env', 'SOFTHSM2_CONF'],
    ];
    const start = () => spawnService(argv, new Uint8Array(), undefined, token.environment);
    const child = await start();
    const [line] = await Promise.race([
      new Promise<[string]>((resolve) =>
        createInterface({ input: child.stdout }).once('line', (text) => resolve([text])),
      ),
      child.ended.then(() => [''] as const),
    ]);
    expect(child.output.stderr).not.toContain(token.pin);
    const ready = JSON.parse(line) as ServiceReady;
    const post = async (path: string, parameters: object): Promise<Sent> => {
      const { organizationId } = ready;
      const body = JSON.stringify({
        type: typeOf(path),
        timestampMs: String(Date.now()),
        organizationId,
        parameters,
      });
      return await send(`${ready.url}/public/v1/submit/${path}`, body, stampHeader(body, root));
    };
    const made = resultOf(
      await post('create_private_keys', {
        privateKeys: [
          { privateKeyName: 'A', curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats: [] },
        ],
      }),
    ) as { privateKeys: { privateKeyId: string }[] };
    const signWith = made.privateKeys[0]?.privateKeyId;
    expect(resultOf(await post('sign_raw_payload', { signWith, ...SIGNATURE }))).toHaveProperty('r');
    child.process.kill('SIGTERM');
    expect((await child.ended).code).toBe(0);

    token.writePin('wrong-pin');
    for (let time = 1; time <= 3; time += 1) {
      const refused = await start();
      expect((await refused.ended).code).toBe(1);
      expect(refused.output.stderr).toContain('TOKEN_PIN_REFUSED');
      expect(refused.output.stderr).not.toContain('wrong-pin');
    }
    expect(existsSync(join(data, 'refused-pin.json'))).toBe(true);
    token.writePin();
    const again = await start();
    await Promise.race([new Promise((resolve) => again.stdout.once('data', resolve)), again.ended]);
    again.process.kill('SIGTERM');
    expect((await again.ended).code).toBe(0);
  });

  it('attack: files that others can read or change are refused before anything is asked', async () => {
    const place = {
      ...{ module: token.module, token: token.label, key: token.key },
      environment: ['SOFTHSM2_CONF'],
    };
    chmodSync(token.pinFile, 0o644);
    await expect(tokenServiceOf({ ...place, pinFile: token.pinFile })()).rejects.toMatchObject({
      code: 'ARGUMENTS_INVALID',
      message: expect.stringContaining('can read') as string,
    });
    chmodSync(token.pinFile, 0o600);
    const module = join(token.folder, 'module.so');
    writeFileSync(module, '');
    chmodSync(module, 0o666);
    for (const path of [module, token.folder, join(token.folder, 'nowhere')])
      await expect(
        tokenServiceOf({ ...place, module: path, pinFile: token.pinFile })(),
      ).rejects.toMatchObject({
        code: 'ARGUMENTS_INVALID',
        message: expect.stringContaining('--pkcs11-module') as string,
      });
  });
});
