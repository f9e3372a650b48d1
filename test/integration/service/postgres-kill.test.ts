import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprintOf } from '#protocol/activity.ts';
import type { Signer } from '#protocol/stamp.ts';
import { freshSigner, send, stampHeader, typeOf } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { startServiceProcess, type RunningProcess } from '#test/fixtures/running-service.ts';
import { seededRandom } from '#test/fixtures/seeded-random.ts';
import { addMember, addPolicy, resultOf, type Member } from '#test/fixtures/team.ts';

const PROCESSES = 3;
const ROUNDS = 16;
/** So many requests are answered in each round at least. */
const PER_ROUND = 12;
const CLIENTS = 6;
const SEED = 20_261_123;

const MAKE = 'create_private_keys';
const SIGN = 'sign_raw_payload';
const APPROVE = 'approve_activity';

interface Request {
  readonly path: typeof MAKE | typeof SIGN | typeof APPROVE;
  readonly body: string;
  readonly signer: Signer;
  /** The fingerprint of the activity that it makes, or votes on. */
  readonly fingerprint: string;
  isAcknowledged: boolean;
}

const isRefusedConnection = (found: unknown): boolean =>
  found instanceof Error && 'code' in found && found.code === 'ECONNREFUSED';

const isAnswer = (found: unknown): found is { readonly status: number } => !(found instanceof Error);

describe.skipIf(noPostgres !== undefined)(
  `three processes on one PostgreSQL that are killed ${noPostgres ?? ''}`,
  () => {
    const root = freshSigner();
    let ann: Member;
    let signWith: string;
    /** How many activities there were before the load. */
    let madeBefore: number;
    const storageKey = randomBytes(32);
    const random = seededRandom(SEED);
    const began = Date.now();
    const requests: Request[] = [];
    let folder: string;
    let server: PostgresServer;
    let address: string;
    let password: string;
    let processes: RunningProcess[] = [];
    const everyProcess: RunningProcess[] = [];

    async function start(): Promise<RunningProcess> {
      const started = await startServiceProcess({
        ...{ data: join(folder, 'unused'), rootPublicKey: root.publicKey, storageKey },
        extraArguments: ['--database', address, '--database-password-file', server.passwordFile],
      });
      everyProcess.push(started);
      return started;
    }

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'keyops-postgres-kill-'));
      server = await PostgresServer.start();
      address = server.addressOf(await server.makeDatabase());
      password = readFileSync(server.passwordFile, 'utf8');
      processes = await Promise.all(Array.from({ length: PROCESSES }, start));
      const service = { submit: submitTo(firstProcess()) };
      ann = await addMember(service, 'Ann');
      // What Ann asks for waits for the root user.
      const { rootUserId } = firstProcess().ready;
      await addPolicy(service, { consensus: `approvers.any(user, user.id == '${rootUserId}')` });
      const made = await service.submit(MAKE, { privateKeys: [keyNamed('Signs')] });
      const { privateKeys } = resultOf(made, 'createPrivateKeysResultV2') as {
        privateKeys: { privateKeyId: string }[];
      };
      signWith = privateKeys[0]?.privateKeyId ?? '';
      madeBefore = await countOf('activity');
    });
    afterAll(async () => {
      await Promise.all(processes.map((each) => each.end('SIGKILL')));
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    function firstProcess(): RunningProcess {
      const [service] = processes;
      if (service === undefined) throw new Error('none runs');
      return service;
    }
    const countOf = async (what: string): Promise<number> =>
      Number((await server.ask('made_1', `SELECT count(*) AS n FROM ${what}`))[0]?.['n']);
    const keyNamed = (privateKeyName: string) => ({
      ...{ privateKeyName, curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
    });

    const post = (service: RunningProcess, { path, body, signer }: Omit<Request, 'isAcknowledged'>) =>
      send(`${service.ready.url}/public/v1/submit/${path}`, body, stampHeader(body, signer));

    let stamped = 0;
    /** A body unlike any before. */
    function bodyOf(path: string, parameters: object): string {
      stamped += 1;
      const { organizationId } = firstProcess().ready;
      const timestampMs = String(began - stamped);
      return JSON.stringify({ type: typeOf(path), timestampMs, organizationId, parameters });
    }
    const submitTo = (service: RunningProcess) => (path: string, parameters: object) => {
      const body = bodyOf(path, parameters);
      return send(`${service.ready.url}/public/v1/submit/${path}`, body, stampHeader(body, root));
    };

    function add(path: Request['path'], parameters: object, signer: Signer, target?: Request): Request {
      const body = bodyOf(path, parameters);
      const fingerprint = target?.fingerprint ?? fingerprintOf(new TextEncoder().encode(body));
      const request = { path, body, signer, fingerprint, isAcknowledged: false };
      requests.push(request);
      return request;
    }

    /** What a client sends next: keys, a signature, or keys that the root user has to approve. */
    function nextRequest(): Request {
      const n = requests.length + 1;
      if (n % 3 === 1)
        return add(
          SIGN,
          {
            ...{ signWith, payload: '00', encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
            hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
          },
          root,
        );
      // An effect of several rows, so that half of one could be seen.
      const privateKeys = [keyNamed(`${n} one`), keyNamed(`${n} two`)];
      return add(MAKE, { privateKeys }, n % 3 === 0 ? ann.signer : root);
    }
    /** The root user's vote, once it's known what it is for. */
    const isAsked = ({ path, signer }: Request): boolean => path === MAKE && signer === ann.signer;
    const voteOn = (asked: Request): Request => add(APPROVE, { fingerprint: asked.fingerprint }, root, asked);

    /** Sends without end, to one of the processes each, until told to stop; a request without an answer stays unacknowledged. */
    async function load(until: Promise<void>): Promise<void> {
      const ended = { isSo: false };
      void until.then(() => (ended.isSo = true));
      const client = async (n: number): Promise<void> => {
        let unsent: Request | undefined;
        while (!ended.isSo) {
          const service = processes[n % processes.length];
          if (service === undefined) return;
          const request: Request = unsent ?? nextRequest();
          const answer = await post(service, request).catch((error: unknown) => error);
          // A request that reached nobody is kept: a new one for each try came to thousands while a slow machine started a process.
          unsent = isRefusedConnection(answer) ? request : undefined;
          if (isAnswer(answer) && answer.status === 200) {
            request.isAcknowledged = true;
            if (isAsked(request)) unsent = voteOn(request);
          } else await delay(5);
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

    function expectNoPassword(): void {
      for (const each of processes) {
        const { pid } = each.process;
        for (const file of ['cmdline', 'environ', 'comm'])
          if (process.platform === 'linux')
            expect(readFileSync(`/proc/${pid}/${file}`, 'utf8')).not.toContain(password);
      }
      for (const { output } of everyProcess) expect(output.stdout + output.stderr).not.toContain(password);
    }

    it('attack: neither command line, environment nor log tells the password', () => {
      expectNoPassword();
      expect(processes[0]?.ready.keys).toEqual(processes[1]?.ready.keys);
    });

    /** What was acknowledged is there, and nothing half or twice. */
    async function expectWhole(acknowledged: readonly Request[]): Promise<void> {
      const activities = await server.ask(
        'made_1',
        `SELECT fingerprint, status, result IS NOT NULL AS "hasResult",
          (SELECT count(*)::int FROM vote WHERE activity_id = activity.id) AS votes,
          (SELECT count(DISTINCT user_id)::int FROM vote WHERE activity_id = activity.id) AS voters FROM activity`,
      );
      const kept = new Map(activities.map((row) => [String(row['fingerprint']), row]));
      expect(kept.size).toBe(activities.length);
      const [done, open] = ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_CONSENSUS_NEEDED'];
      const asked = new Set(requests.filter(isAsked).map(({ fingerprint }) => fingerprint));
      for (const { fingerprint, status, hasResult, votes, voters } of activities) {
        const isOfAnn = asked.has(String(fingerprint));
        const isOpen = isOfAnn && status === open;
        const all = isOfAnn && !isOpen ? 2 : 1;
        const expected = { status: isOpen ? open : done, hasResult: !isOpen, votes: all, voters: all };
        expect({ status, hasResult, votes, voters }).toEqual(expected);
      }
      expect(acknowledged.filter(({ fingerprint }) => !kept.has(fingerprint))).toEqual([]);
      const approved = acknowledged.filter(({ path }) => path === APPROVE);
      expect(approved.filter(({ fingerprint }) => kept.get(fingerprint)?.['status'] !== done)).toEqual([]);

      const makers = requests.filter(
        ({ path, fingerprint }) => path === MAKE && kept.get(fingerprint)?.['status'] === done,
      );
      const keys = await server.ask(
        'made_1',
        `SELECT name, count(*)::int AS n FROM private_key WHERE name <> 'Signs' GROUP BY name`,
      );
      expect(keys.filter((row) => row['n'] !== 1)).toEqual([]);
      expect(keys).toHaveLength(2 * makers.length);
    }

    const countAcknowledged = (): number => requests.filter(({ isAcknowledged }) => isAcknowledged).length;

    it('what was acknowledged is there, nothing is half there, and nothing twice', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        let end: () => void = () => undefined;
        const loading = load(new Promise<void>((resolve) => (end = resolve)));
        // Some are answered in each round, however slow the machine is.
        const enough = countAcknowledged() + PER_ROUND;
        do await delay(200 + 200 * random());
        while (countAcknowledged() < enough);
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
      for (const path of [MAKE, SIGN, APPROVE])
        expect(acknowledged.filter((request) => request.path === path).length).toBeGreaterThan(20);
      await expectWhole(acknowledged);
      // Whoever got no answer sends the same again, to the other process: then there is one of each.
      for (const request of requests.filter(({ isAcknowledged }) => !isAcknowledged)) {
        expect((await post(firstProcess(), request)).status).toBe(200);
        request.isAcknowledged = true;
      }
      await expectWhole(requests);
      expect(await countOf('activity')).toBe(
        madeBefore + requests.filter(({ path }) => path !== APPROVE).length,
      );
      expect(everyProcess.length).toBeGreaterThan(PROCESSES);
      expectNoPassword();
    });
  },
);
