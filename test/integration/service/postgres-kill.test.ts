import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprintOf } from '#protocol/activity.ts';
import { freshSigner, send, stampHeader } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { startServiceProcess, type RunningProcess } from '#test/fixtures/running-service.ts';
import { seededRandom } from '#test/fixtures/seeded-random.ts';

const PROCESSES = 3;
const ROUNDS = 16;
const CLIENTS = 6;
const SEED = 20_261_123;

interface Request {
  readonly body: string;
  isAcknowledged: boolean;
}

const isRefusedConnection = (found: unknown): boolean =>
  found instanceof Error && 'code' in found && found.code === 'ECONNREFUSED';

const isAnswer = (found: unknown): found is { readonly status: number } => !(found instanceof Error);

describe.skipIf(noPostgres !== undefined)(
  `three processes on one PostgreSQL that are killed ${noPostgres ?? ''}`,
  () => {
    const root = freshSigner();
    const storageKey = randomBytes(32);
    const random = seededRandom(SEED);
    const began = Date.now();
    const requests: Request[] = [];
    let folder: string;
    let server: PostgresServer;
    let address: string;
    let password: string;
    let processes: RunningProcess[] = [];

    const start = (): Promise<RunningProcess> =>
      startServiceProcess({
        ...{ data: join(folder, 'unused'), rootPublicKey: root.publicKey, storageKey },
        extraArguments: ['--database', address, '--database-password-file', server.passwordFile],
      });

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'keyops-postgres-kill-'));
      server = await PostgresServer.start();
      address = server.addressOf(await server.makeDatabase());
      password = readFileSync(server.passwordFile, 'utf8');
      processes = await Promise.all(Array.from({ length: PROCESSES }, start));
    }, 120_000);
    afterAll(async () => {
      await Promise.all(processes.map((each) => each.end('SIGKILL')));
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const post = (service: RunningProcess, { body }: Request) =>
      send(`${service.ready.url}/public/v1/submit/create_private_keys`, body, stampHeader(body, root));

    /** A request with an effect of several rows, so that half of one could be seen. */
    function nextRequest({ ready }: RunningProcess): Request {
      const n = requests.length + 1;
      const key = (name: string) => ({
        ...{ privateKeyName: name, curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
      });
      const request = {
        body: JSON.stringify({
          type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
          ...{ timestampMs: String(began - n), organizationId: ready.organizationId },
          parameters: { privateKeys: [key(`${n} one`), key(`${n} two`)] },
        }),
        isAcknowledged: false,
      };
      requests.push(request);
      return request;
    }

    /** Sends without end, to one of the processes each, until told to stop; a request without an answer stays unacknowledged. */
    async function load(until: Promise<void>): Promise<void> {
      const ended = { isSo: false };
      void until.then(() => (ended.isSo = true));
      const client = async (n: number): Promise<void> => {
        let unsent: Request | undefined;
        while (!ended.isSo) {
          const service = processes[n % processes.length];
          if (service === undefined) return;
          const request: Request = unsent ?? nextRequest(service);
          const answer = await post(service, request).catch((error: unknown) => error);
          // A request that reached nobody is kept: a new one for each try came to thousands while a slow machine started a process.
          unsent = isRefusedConnection(answer) ? request : undefined;
          if (isAnswer(answer) && answer.status === 200) request.isAcknowledged = true;
          else await delay(5);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
    }

    async function killDatabase(): Promise<void> {
      await server.kill('SIGKILL');
      // Its other processes see that the first one is gone, and hold its memory until then.
      for (let isUp = false; !isUp;) {
        isUp = await server.run().then(
          () => true,
          () => false,
        );
        if (!isUp) await delay(50);
      }
    }

    async function killProcess(n: number): Promise<void> {
      await processes[n]?.end('SIGKILL');
      processes[n] = await start();
    }

    it('attack: neither command line, environment nor log tells the password', () => {
      for (const each of processes) {
        const { pid } = each.process;
        for (const file of ['cmdline', 'environ', 'comm'])
          if (process.platform === 'linux')
            expect(readFileSync(`/proc/${pid}/${file}`, 'utf8')).not.toContain(password);
        expect(each.output.stdout + each.output.stderr).not.toContain(password);
      }
      expect(processes[0]?.ready.keys).toEqual(processes[1]?.ready.keys);
    });

    it('what was acknowledged is there, nothing is half there, and nothing twice', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        let end: () => void = () => undefined;
        const loading = load(new Promise<void>((resolve) => (end = resolve)));
        await delay(200 + 200 * random());
        const turn = round % (PROCESSES + 1);
        if (turn === PROCESSES) await killDatabase();
        else await killProcess(turn);
        await delay(100);
        end();
        await loading;
      }
      const acknowledged = requests.filter(({ isAcknowledged }) => isAcknowledged);
      expect(acknowledged.length).toBeGreaterThan(100);
      expect(acknowledged.length).toBeLessThan(requests.length);
      const activities = await server.ask(
        'made_1',
        `SELECT fingerprint, status, (SELECT count(*) FROM vote WHERE activity_id = activity.id) AS votes FROM activity`,
      );
      const kept = new Set(activities.map((row) => row['fingerprint']));
      expect(kept.size).toBe(activities.length);
      for (const row of activities)
        expect([row['status'], Number(row['votes'])]).toEqual(['ACTIVITY_STATUS_COMPLETED', 1]);
      const fingerprint = ({ body }: Request): string => fingerprintOf(new TextEncoder().encode(body));
      expect(acknowledged.filter((request) => !kept.has(fingerprint(request)))).toEqual([]);
      const keys = await server.ask('made_1', 'SELECT name, count(*) AS n FROM private_key GROUP BY name');
      expect(keys.every((row) => Number(row['n']) === 1)).toBe(true);
      expect(keys).toHaveLength(2 * activities.length);
      // Whoever got no answer sends the same again, to the other process: then there is one of each.
      const [service] = processes;
      if (service === undefined) throw new Error('none runs');
      for (const request of requests.filter(({ isAcknowledged }) => !isAcknowledged))
        expect((await post(service, request)).status).toBe(200);
      const all = await server.ask('made_1', 'SELECT count(*) AS n FROM private_key');
      expect(Number(all[0]?.['n'])).toBe(2 * requests.length);
    }, 240_000);
  },
);
