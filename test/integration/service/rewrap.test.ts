import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { SEALED_VALUES } from '#service/keys/sealed-values.ts';
import { freshSigner, resultOf, send, stampHeader, type Sent } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { spawnService, startServiceProcess, type RunningProcess } from '#test/fixtures/running-service.ts';

/** Several transactions of a rewrap. */
const KEYS = 180;
const KEYS_A_REQUEST = 60;
/** As many as a transaction of a rewrap turns. */
const BATCH = 50;
const MOST_KILLS = 3;

const root = freshSigner();
const [old, fresh, another] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const began = Date.now();
let sequence = 0;

function submit({ ready }: RunningProcess, path: string, parameters: object): Promise<Sent> {
  const operation = operationByPath(path);
  if (operation?.kind !== 'submit') throw new Error(`${path} is no submit operation`);
  sequence += 1;
  const envelope = { timestampMs: String(began - sequence), organizationId: ready.organizationId };
  const body = JSON.stringify({ type: operation.type, ...envelope, parameters });
  return send(`${ready.url}/public/v1/submit/${path}`, body, stampHeader(body, root));
}

async function makeKeys(service: RunningProcess, count: number): Promise<string[]> {
  const sent = await submit(service, 'create_private_keys', {
    privateKeys: Array.from({ length: count }, (_, n) => ({
      ...{ privateKeyName: `Key ${sequence}.${n}`, curve: 'CURVE_ED25519' },
      ...{ privateKeyTags: [], addressFormats: [] },
    })),
  });
  const made = resultOf(sent)['privateKeys'] as { privateKeyId: string }[];
  return made.map(({ privateKeyId }) => privateKeyId);
}
const sign = (service: RunningProcess, signWith: string): Promise<Sent> =>
  submit(service, 'sign_raw_payload', {
    ...{ signWith, payload: '00'.repeat(32), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  });

async function fill(service: RunningProcess): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < KEYS) ids.push(...(await makeKeys(service, KEYS_A_REQUEST)));
  return ids;
}

/** Signs with one key after another until it is told to end; every answer has to be a signature. */
function signAlong(service: RunningProcess, ids: readonly string[]): () => Promise<number> {
  const until = { isOver: false };
  const signing = (async () => {
    let count = 0;
    while (!until.isOver) {
      const sent = await sign(service, ids[count % ids.length] ?? '');
      if (sent.status !== 200) throw new Error(sent.text);
      count += 1;
      // New keys are sealed meanwhile, too.
      if (count % 20 === 0) await makeKeys(service, 1);
    }
    return count;
  })();
  return () => {
    until.isOver = true;
    return signing;
  };
}

interface Counted {
  readonly rows: number;
  readonly turned: number;
  readonly known: readonly number[];
}

describe('a data folder whose service turns its own key', () => {
  let folder: string;
  let service: RunningProcess;
  afterEach(async () => {
    await service.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (keys: { storageKey: Uint8Array; newStorageKey?: Uint8Array }, ...extra: readonly string[]) =>
    startServiceProcess({
      ...{ data: join(folder, 'data'), rootPublicKey: root.publicKey, ...keys },
      extraArguments: ['--rate-limit', '99999', ...extra],
    });
  function count(): Counted {
    const database = new DatabaseSync(join(folder, 'data', 'service.sqlite'), {
      readOnly: true,
      timeout: 5000,
    });
    try {
      const all = (text: string) => database.prepare(text).all() as { version: number | null }[];
      const rows = Object.keys(SEALED_VALUES).flatMap((table) =>
        all(`SELECT key_version AS version FROM ${table}`),
      );
      const known = all('SELECT version FROM wrapping_key ORDER BY version').map(
        ({ version }) => version ?? 0,
      );
      return { rows: rows.length, turned: rows.filter(({ version }) => version === 2).length, known };
    } finally {
      database.close();
    }
  }
  const isTurned = async (): Promise<void> => {
    while (!service.output.stderr.includes('every secret is under the new storage key')) await delay(50);
  };

  it('signs while it turns, is killed and goes on, and needs the new key alone at the end', async () => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-rewrap-'));
    service = await start({ storageKey: old });
    const ids = await fill(service);
    await service.end();
    const both = { storageKey: old, newStorageKey: fresh };
    for (let kill = 0; kill < MOST_KILLS; kill += 1) {
      service = await start(both, '--rewrap');
      expect((await sign(service, ids[kill] ?? '')).status).toBe(200);
      await delay(kill * 40);
      await service.end('SIGKILL');
      expect(count().rows).toBeGreaterThanOrEqual(KEYS);
    }
    service = await start(both, '--rewrap');
    const end = signAlong(service, ids);
    await isTurned();
    expect(await end()).toBeGreaterThan(0);
    const after = count();
    expect(after).toEqual({ rows: after.rows, turned: after.rows, known: [2] });
    await service.end();
    service = await start({ storageKey: fresh });
    for (const id of [ids[0], ids.at(-1), ...(await makeKeys(service, 1))])
      expect((await sign(service, id ?? '')).status).toBe(200);
    await service.end();
    const { output, ended } = await spawnService(
      [
        ...['--data', join(folder, 'data'), '--port', '0', '--auth-proxy-port', '0'],
        ...['--root-public-key', root.publicKey, '--storage-key-fd', '3'],
      ],
      old,
    );
    expect((await ended).code).toBe(1);
    expect(output.stderr).toContain('STORAGE_KEY_WRONG');
    for (const key of [old, fresh])
      for (const form of ['hex', 'base64'] as const) expect(output.stderr).not.toContain(key.toString(form));
  });
});

describe.skipIf(noPostgres !== undefined)(`services on a PostgreSQL ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let folder: string;
  let databases = 0;
  let url: string;
  const running: RunningProcess[] = [];
  beforeAll(async () => {
    server = await PostgresServer.start();
    folder = mkdtempSync(join(tmpdir(), 'keyops-rewrap-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.end('SIGKILL')));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const database = (): string[] => [
    ...['--database', server.addressOf(url), '--database-password-file', server.passwordFile],
  ];
  async function start(keys: {
    storageKey: Uint8Array;
    newStorageKey?: Uint8Array;
  }): Promise<RunningProcess> {
    const service = await startServiceProcess({
      ...{ data: join(folder, `data ${running.length}`), rootPublicKey: root.publicKey, ...keys },
      extraArguments: ['--rate-limit', '99999', ...database()],
    });
    running.push(service);
    return service;
  }
  const rewrap = (from: Uint8Array, to: Uint8Array) =>
    spawnService(['rewrap', ...database(), '--storage-key-fd', '3', '--new-storage-key-fd', '4'], from, to);
  async function count(version = 2): Promise<Counted> {
    const name = `made_${databases}`;
    const tables = Object.keys(SEALED_VALUES).map((table) => `SELECT key_version AS v FROM ${table}`);
    const rows = await server.ask(name, tables.join(' UNION ALL '));
    const known = await server.ask(name, 'SELECT version FROM wrapping_key ORDER BY version');
    return {
      rows: rows.length,
      turned: rows.filter(({ v }) => Number(v) === version).length,
      known: known.map((row) => Number(row['version'])),
    };
  }
  const newDatabase = async (): Promise<void> => {
    url = await server.makeDatabase();
    databases += 1;
  };

  it('two sign while the command turns the key, is killed three times, and runs twice at once', async () => {
    await newDatabase();
    const both = { storageKey: old, newStorageKey: fresh };
    const [one, two] = [await start(both), await start(both)];
    const ids = await fill(one);
    const ends = [signAlong(one, ids), signAlong(two, [...ids].reverse())];
    const holder = await server.connect(`made_${databases}`);
    for (let kill = 1; kill <= MOST_KILLS; kill += 1) {
      const before = (await count()).turned;
      // The command turns one batch of keys and waits for a row of the next, so that it never ends before it is killed.
      await holder.query('BEGIN');
      await holder.query(`SELECT FROM private_key WHERE id = (SELECT id FROM private_key
          WHERE key_version IS DISTINCT FROM 2 ORDER BY id LIMIT 1 OFFSET ${BATCH}) FOR NO KEY UPDATE`);
      const { process: command, output, ended } = await rewrap(old, fresh);
      const isOver = ended.then(() => true);
      while ((await count()).turned < before + BATCH && !(await Promise.race([isOver, delay(5)])));
      command.kill('SIGKILL');
      expect(await ended, output.stderr).toMatchObject({ signal: 'SIGKILL' });
      await holder.query('ROLLBACK');
      const { rows, turned } = await count();
      expect(turned).toBeGreaterThanOrEqual(before + BATCH);
      expect(turned).toBeLessThan(rows);
    }
    await holder.end();
    const commands = await Promise.all([rewrap(old, fresh), rewrap(old, fresh)]);
    for (const { output, ended } of commands) {
      const { code } = await ended;
      expect([code, output.stderr]).toEqual([0, '']);
      expect(JSON.parse(output.stdout)).toMatchObject({ rewrapped: 'database', version: 2, left: 0 });
    }
    for (const end of ends) expect(await end()).toBeGreaterThan(0);
    const after = await count();
    expect(after).toEqual({ rows: after.rows, turned: after.rows, known: [2] });
    // Both seal under the new version, which neither was told of.
    for (const service of [one, two]) await makeKeys(service, 2);
    expect(await count()).toMatchObject({ turned: after.rows + 4 });
    await Promise.all(running.splice(0).map((each) => each.end()));
    const next = await start({ storageKey: fresh });
    expect((await sign(next, ids[0] ?? '')).status).toBe(200);
  });

  it('one that has the old key alone says so, answers nothing wrong, and keeps nobody from ending the turn', async () => {
    await newDatabase();
    const behind = await start({ storageKey: old });
    const [id = ''] = await makeKeys(behind, 1);
    const { output, ended } = await rewrap(old, fresh);
    expect([(await ended).code, output.stderr]).toEqual([0, '']);
    for (const sent of [
      await sign(behind, id),
      await submit(behind, 'create_private_keys', {
        privateKeys: [
          ...[{ privateKeyName: 'K', curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] }],
        ],
      }),
    ]) {
      expect(sent.status).toBe(503);
      expect(sent.json.message).toMatch(
        /version 2 of the storage key \(local:[0-9a-f]{32}\), and this service/u,
      );
    }
    expect(await count()).toMatchObject({ known: [2] });
    await expect(start({ storageKey: old })).rejects.toThrow('STORAGE_KEY_WRONG');
  });

  it('a command that turns to a third key while a turn goes on is refused, and nothing is lost', async () => {
    await newDatabase();
    const service = await start({ storageKey: old });
    await fill(service);
    await service.end();
    const first = await rewrap(old, fresh);
    while ((await count()).known.at(-1) !== 2) await delay(5);
    const others = await Promise.all([rewrap(fresh, another), rewrap(old, another)]);
    for (const { output, ended } of others) {
      const { code } = await ended;
      // The first may have ended before: then there is nothing that the new key alone doesn't open.
      if (code === 0) expect(JSON.parse(output.stdout)).toMatchObject({ version: 3, left: 0 });
      else expect(output.stderr).toMatch(/STORAGE_KEY_NOT_GIVEN|STORAGE_KEY_WRONG|REWRAP_STOPPED/u);
    }
    await first.ended;
    const [after, isThird] = [await count(), (await count(3)).turned > 0];
    expect(after.known).toHaveLength(1);
    const next = await start({ storageKey: isThird ? another : fresh });
    expect(await makeKeys(next, 1)).toHaveLength(1);
  });
});
