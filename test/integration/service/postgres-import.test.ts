import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Activity } from '#protocol/activity.ts';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import type { Signer } from '#protocol/stamp.ts';
import { MAC_TABLES } from '#service/storage/row-macs.ts';
import { freshSigner, send, stampHeader, type Sent } from '#test/fixtures/local-service.ts';
import { OidcIssuer } from '#test/fixtures/oidc-issuer.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { spawnService, startServiceProcess, type RunningProcess } from '#test/fixtures/running-service.ts';
import { seededRandom } from '#test/fixtures/seeded-random.ts';
import { WebhookReceiver } from '#test/fixtures/webhook-receiver.ts';
import { Known } from './kill-known.ts';
import type { Make } from './kill-making.ts';
import { makers } from './kill-requests.ts';

const TURNS = 4;
const SEED = 20_261_124;
/** What the file alone has, or takes along in another form. */
const LEFT = ['migration', 'row_seal'];
const makerOf: Readonly<Record<string, Make>> = makers;

type Values = Readonly<Record<string, unknown>>;

describe.skipIf(noPostgres !== undefined)(
  `a SQLite database is taken over into a PostgreSQL ${noPostgres ?? ''}`,
  () => {
    const root = freshSigner();
    const storageKey = randomBytes(32);
    const began = Date.now();
    let sequence = 0;
    let folder: string;
    let data: string;
    let backup: string;
    let server: PostgresServer;
    let receiver: WebhookReceiver;
    let issuer: OidcIssuer;
    let databases = 0;
    let waiting: Activity | undefined;
    let signed: { readonly body: string; readonly answer: Sent };

    const loose = ['--allow-private-webhooks', '--allow-loopback-issuers', '--rate-limit', '99999'];
    const postgres = (url: string): string[] => [
      ...['--database', server.addressOf(url), '--database-password-file', server.passwordFile],
    ];
    const start = (extra: readonly string[] = []): Promise<RunningProcess> =>
      startServiceProcess({
        ...{ data, rootPublicKey: root.publicKey, storageKey },
        extraArguments: [...loose, ...extra],
      });
    const newDatabase = async (): Promise<{ name: string; url: string }> => {
      const url = await server.makeDatabase();
      databases += 1;
      return { name: `made_${databases}`, url };
    };
    /** Runs the command; gives its line, and what it told. */
    async function runImport(url: string, from: readonly string[], key: Uint8Array = storageKey) {
      const { output, ended } = await spawnService(
        ['import', ...from, ...postgres(url), '--storage-key-fd', '3'],
        key,
      );
      const { code } = await ended;
      return { code, line: output.stdout === '' ? null : (JSON.parse(output.stdout) as Values), ...output };
    }
    const rowsOf = async (name: string): Promise<number> =>
      (await server.ask(name, 'SELECT 1 FROM activity')).length +
      (await server.ask(name, 'SELECT 1 FROM setting')).length;

    const bodyOf = ({ ready }: RunningProcess, path: string, parameters: object): string => {
      const operation = operationByPath(path);
      if (operation?.kind !== 'submit') throw new Error(`${path} is no submit operation`);
      sequence += 1;
      const envelope = { timestampMs: String(began - sequence), organizationId: ready.organizationId };
      return JSON.stringify({ type: operation.type, ...envelope, parameters });
    };
    const post = ({ ready }: RunningProcess, path: string, body: string, signer: Signer = root) =>
      send(`${ready.url}/public/v1/submit/${path}`, body, stampHeader(body, signer));
    const submit = (service: RunningProcess, path: string, parameters: object, signer: Signer = root) =>
      post(service, path, bodyOf(service, path, parameters), signer);

    /** Carries out every operation that writes, several times. */
    async function fill(service: RunningProcess): Promise<void> {
      const known = new Known(seededRandom(SEED));
      const context = { known, ready: service.ready, issuer, webhookUrl: receiver.url };
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const [path, make] of Object.entries(makerOf)) {
          const parameters = await make(context);
          // What the last turns make is left.
          if (parameters === undefined || (turn >= TURNS - 2 && /^(?:delete|remove)_/u.test(path))) continue;
          const { activity } = (await submit(service, path, parameters)).json;
          if (activity !== undefined) known.learn(activity);
        }
      }
    }

    const key = (name: string) => ({
      privateKeys: [
        {
          ...{ privateKeyName: name, curve: 'CURVE_SECP256K1', privateKeyTags: [] },
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    });
    const second = freshSigner();

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'keyops-import-'));
      data = join(folder, 'data');
      backup = join(folder, 'backup.sqlite');
      [server, receiver, issuer] = await Promise.all([
        PostgresServer.start(),
        WebhookReceiver.start(),
        OidcIssuer.start(),
      ]);
      receiver.answer = (response) => void response.writeHead(503).end();
      const service = await start();
      await fill(service);
      await submit(service, 'create_webhook_endpoint', {
        ...{ name: 'Told', url: receiver.url, subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }] },
      });
      const body = bodyOf(service, 'create_private_keys', key('Kept'));
      signed = { body, answer: await post(service, 'create_private_keys', body) };
      expect(signed.answer.status).toBe(200);
      const user = {
        ...{ userName: 'Second', authenticators: [], oauthProviders: [], userTags: [] },
        apiKeys: [
          {
            apiKeyName: 'Second',
            publicKey: second.publicKey,
            curveType: 'API_KEY_CURVE_P256',
            expirationSeconds: '31536000',
          },
        ],
      };
      const made = (await submit(service, 'create_users', { users: [user] })).json.activity;
      const userIds = (made?.result?.['createUsersResult'] as { userIds: string[] }).userIds;
      await submit(service, 'update_root_quorum', {
        ...{ threshold: 2, userIds: [service.ready.rootUserId, ...userIds] },
      });
      waiting = (await submit(service, 'create_private_keys', key('Waiting'))).json.activity;
      expect(waiting?.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      const { output, ended } = await spawnService(
        ['backup', '--data', data, '--to', backup, '--storage-key-fd', '3'],
        storageKey,
      );
      expect(await ended, output.stderr).toMatchObject({ code: 0 });
      await service.end();
    });
    afterAll(async () => {
      await Promise.all([server.stop(), receiver.stop(), issuer.stop()]);
      rmSync(folder, { recursive: true, force: true });
    });

    /** Every row of the file, as PostgreSQL gives it. */
    function rowsOfFile(): ReadonlyMap<string, Values[]> {
      const file = new DatabaseSync(join(data, 'service.sqlite'), { readOnly: true });
      try {
        const tables = file
          .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
          .all() as { name: string }[];
        return new Map(
          tables
            .filter(({ name }) => !LEFT.includes(name))
            .map(({ name }) => [name, file.prepare(`SELECT * FROM "${name}"`).all() as Values[]]),
        );
      } finally {
        file.close();
      }
    }

    const ADDED = ['row_mac', 'rowid', 'rows_version', 'rows_changed_by'];
    const asText = (row: Values): string =>
      JSON.stringify(
        Object.entries(row)
          .filter(([name]) => !ADDED.includes(name))
          // PostgreSQL's driver gives an integer of 64 bits as a text.
          .map(([name, value]) => [
            name,
            value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
          ])
          .map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])
          .sort(),
      );

    it('from the folder, row by row, and then goes on as it was', async () => {
      const { name, url } = await newDatabase();
      const imported = await runImport(url, ['--data', data]);
      expect(imported, imported.stderr).toMatchObject({ code: 0, line: { imported: data } });
      const file = rowsOfFile();
      const isKept = ({ name: setting }: Values) =>
        setting !== 'generation' && setting !== 'storage-key-check';
      let counted = 0;
      for (const [table, rows] of file) {
        const expected = table === 'setting' ? rows.filter(isKept) : rows;
        const found = await server.ask(name, `SELECT * FROM "${table}"`);
        const kept = table === 'setting' ? found.filter(isKept) : found;
        expect(kept.map(asText).sort(), table).toEqual(expected.map(asText).sort());
        counted += expected.length;
        if (MAC_TABLES[table] !== undefined)
          expect(found.every(({ row_mac: mac }) => typeof mac === 'string')).toBe(true);
      }
      expect(imported.line?.['rows']).toBe(counted);
      expect(
        [...file]
          .filter(([table, rows]) => rows.length === 0 && table !== 'webhook_attempt')
          .map(([table]) => table),
      ).toEqual(EMPTY);

      const service = await start(postgres(url));
      try {
        // The same bytes have the same activity, which was carried out on the other engine.
        const again = await post(service, 'create_private_keys', signed.body);
        expect(again.json.activity).toEqual(signed.answer.json.activity);
        // A vote finds what waited, and the quorum that it needs.
        const approved = await submit(
          service,
          'approve_activity',
          { fingerprint: waiting?.fingerprint },
          second,
        );
        expect(approved.json.activity?.status).toBe('ACTIVITY_STATUS_COMPLETED');
        // A key from before signs: its material opens under the same storage key.
        const [address] = textsOfResult(signed.answer);
        const body = bodyOf(service, 'sign_raw_payload', {
          ...{ signWith: address, payload: '00'.repeat(32), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
          hashFunction: 'HASH_FUNCTION_NO_OP',
        });
        const asked = await post(service, 'sign_raw_payload', body);
        const vote = { fingerprint: asked.json.activity?.fingerprint };
        const done = await submit(service, 'approve_activity', vote, second);
        expect(done.json.activity?.status, done.text).toBe('ACTIVITY_STATUS_COMPLETED');
        // New rows have numbers behind those that were taken over.
        for (const table of ['activity', 'vote', 'private_key', 'webhook_event']) {
          const [newest] = await server.ask(
            name,
            `SELECT count(*) = count(DISTINCT rowid) AS alone FROM "${table}"`,
          );
          expect(newest).toEqual({ alone: true });
        }
      } finally {
        await service.end();
      }
    });

    it('from a backup, too', async () => {
      const { url } = await newDatabase();
      const imported = await runImport(url, ['--from', backup]);
      expect(imported, imported.stderr).toMatchObject({ code: 0, line: { imported: backup } });
      const service = await start(postgres(url));
      expect(service.ready.organizationId).toBe(imported.line?.['organizationId']);
      await service.end();
    });

    it('keeps the order in which things were made, and gives no number of a delivery twice', async () => {
      const { name, url } = await newDatabase();
      await runImport(url, ['--from', backup]);
      const file = new DatabaseSync(backup, { readOnly: true });
      for (const table of ['private_key', 'activity', 'wallet_account']) {
        const inFile: unknown = file.prepare(`SELECT id FROM ${table} ORDER BY rowid`).all();
        expect(await server.ask(name, `SELECT id FROM ${table} ORDER BY rowid`)).toEqual(inFile);
      }
      const given = file.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'webhook_delivery'`).get() as {
        seq: number;
      };
      file.close();
      const [next] = await server.ask(
        name,
        `SELECT nextval(pg_get_serial_sequence('webhook_delivery', 'sequence'))::int AS next`,
      );
      expect(next?.['next']).toBe(given.seq + 1);
    });

    it('attack: a second import, or one into the database of another service, mixes nothing', async () => {
      const { name, url } = await newDatabase();
      await runImport(url, ['--from', backup]);
      const before = await rowsOf(name);
      expect(await runImport(url, ['--data', data])).toMatchObject({ code: 1, line: null });
      expect(await rowsOf(name)).toBe(before);
      const other = await newDatabase();
      const service = await startServiceProcess({
        ...{
          data: join(folder, 'none'),
          rootPublicKey: freshSigner().publicKey,
          storageKey: randomBytes(32),
        },
        extraArguments: postgres(other.url),
      });
      await service.end();
      const refused = await runImport(other.url, ['--from', backup]);
      expect(refused.stderr).toContain('IMPORT_DATABASE_USED');
    });

    it('attack: two imports at once leave one whole service', async () => {
      const { name, url } = await newDatabase();
      const both = await Promise.all([
        runImport(url, ['--from', backup]),
        runImport(url, ['--from', backup]),
      ]);
      expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
      const [roots] = await server.ask(
        name,
        `SELECT count(*)::int AS n FROM setting WHERE name = 'root-user'`,
      );
      expect(roots).toEqual({ n: 1 });
    });

    it('attack: a file that somebody changed, or another storage key, brings nothing over', async () => {
      const changed = join(folder, 'changed.sqlite');
      writeFileSync(changed, readFileSync(backup));
      const file = new DatabaseSync(changed);
      file.exec(`UPDATE root_quorum SET threshold = 1`);
      file.close();
      const { name, url } = await newDatabase();
      const refused = await runImport(url, ['--from', changed]);
      expect(refused.stderr).toContain('DATABASE_CHANGED');
      const wrong = await runImport(url, ['--from', backup], randomBytes(32));
      expect(wrong.stderr).toContain('STORAGE_KEY_WRONG');
      // Not even its tables were made.
      expect(await server.ask(name, `SELECT 1 FROM pg_tables WHERE tablename = 'setting'`)).toEqual([]);
    });

    it('an import that is killed leaves all of it or nothing, and can be made again', async () => {
      const random = seededRandom(SEED);
      const { activities: all } = (await runImport((await newDatabase()).url, ['--from', backup])).line ?? {};
      for (let round = 0; round < 5; round += 1) {
        const { name, url } = await newDatabase();
        const { process: importing, ended } = await spawnService(
          ['import', '--from', backup, ...postgres(url), '--storage-key-fd', '3'],
          storageKey,
        );
        await delay(300 + 700 * random());
        importing.kill('SIGKILL');
        await ended;
        const again = await runImport(url, ['--from', backup]);
        if (again.code !== 0) expect(again.stderr).toContain('IMPORT_DATABASE_USED');
        expect(await server.ask(name, 'SELECT count(*)::int AS n FROM activity')).toEqual([{ n: all }]);
      }
    });

    it('attack: while a service uses the folder, what it writes meanwhile would be missing', async () => {
      const running = await start();
      try {
        const { url } = await newDatabase();
        expect((await runImport(url, ['--data', data])).stderr).toContain('FOLDER_LOCKED');
      } finally {
        await running.end();
      }
    });

    it('attack: a PostgreSQL that drops or changes rows on the way in is not believed', async () => {
      for (const change of ['RETURN NULL', `NEW.tags := '["root"]'; RETURN NEW`]) {
        const { name, url } = await newDatabase();
        // Its tables, without a row.
        await runImport(url, ['--from', backup]);
        const tables = await server.ask(
          name,
          `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
        );
        const list = tables
          .map(({ name: table }) => `"${String(table)}"`)
          .filter((table) => !/migration|service_lock/u.test(table));
        await server.ask(name, `TRUNCATE ${list.join(', ')}`);
        await server.ask(
          name,
          `CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${change}; END $$`,
        );
        await server.ask(
          name,
          `CREATE TRIGGER meddle BEFORE INSERT ON "user" FOR EACH ROW EXECUTE FUNCTION meddle()`,
        );
        const refused = await runImport(url, ['--from', backup]);
        expect(refused.stderr).toMatch(/IMPORT_INCOMPLETE|DATABASE_CHANGED/u);
        expect(await rowsOf(name)).toBe(0);
      }
    });
  },
);

/** Tables in which the requests of the test leave nothing: there is no cluster to ask. */
const EMPTY = ['sol_history', 'sol_history_state', 'sol_transaction'];

const textsOfResult = ({ json }: Sent): string[] =>
  JSON.stringify(json.activity?.result).match(/0x[0-9a-fA-F]{40}/gu) ?? [];
