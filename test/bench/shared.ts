import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { signRawPayload } from '#protocol/catalogue/signing.ts';
import { apiPublicKeyOf, portableSigner } from '#protocol/stamp.ts';
import { noPostgres, PostgresServer } from '../fixtures/postgres-server.ts';
import { type Figure, median, withoutGoal } from './figure.ts';
import { type Load, type Shot, load, medianLoad, timed, warmUp } from './load.ts';
import { startProcess, type Running } from './process.ts';
import { createKey, shooter } from './shots.ts';

const PROCESSES = [1, 2, 4] as const;
const CONNECTIONS = 16;
const ROUNDS = 3;
const WARM_UP_BATCH = 300;
/** What PostgreSQL adds to a row of one text: the row's header and the text's length. */
const HEADERS = 28;

type Client = Awaited<ReturnType<PostgresServer['connect']>>;

/** What each side of one round came to, and how much of one processor this process took to send the service's load. */
interface Round {
  readonly bare: Load;
  readonly ours: Load;
  readonly busy: number;
}

/**
 * `sign_raw_payload` of one organization at 1, 2 and 4 processes over one PostgreSQL, against bare inserts in the same database:
 * each in a transaction, of a row as large as an activity's, over as many connections.
 * @param seconds how long each load takes, about
 */
export async function benchShared(root: string, seconds: number): Promise<Figure[]> {
  if (noPostgres !== undefined) {
    process.stdout.write(`  left out: ${noPostgres}\n`);
    return [];
  }
  const server = await PostgresServer.start();
  try {
    const figures: Figure[] = [];
    let alone: number | undefined;
    for (const count of PROCESSES) {
      const rounds = await measure(root, server, count, seconds);
      const what = `sign_raw_payload, ${CONNECTIONS} connections, ${count} process(es) on one PostgreSQL`;
      report(count, rounds);
      figures.push(
        withoutGoal(
          `${what}, time against bare inserts there`,
          median(rounds.map(({ bare, ours }) => bare.rate / ours.rate)),
        ),
      );
      const rate = median(rounds.map(({ ours }) => ours.rate));
      alone ??= rate;
      if (count > 1) figures.push(withoutGoal(`${what}, speed against one process`, rate / alone));
    }
    return figures;
  } finally {
    await server.stop();
  }
}

function report(count: number, rounds: readonly Round[]): void {
  for (const name of ['bare', 'ours'] as const) {
    const { rate, p50, p99 } = medianLoad(rounds.map((round) => round[name]));
    process.stdout.write(
      `  ${count} process(es), ${name}: ${rate.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`,
    );
  }
  const busy = median(rounds.map((round) => round.busy));
  process.stdout.write(
    `  ${count} process(es): sending took ${(busy * 100).toFixed(0)} % of one processor\n`,
  );
}

/** Loads so many processes, and their database without them, in turn. */
async function measure(
  root: string,
  server: PostgresServer,
  count: number,
  seconds: number,
): Promise<Round[]> {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-shared-'));
  const url = await server.makeDatabase();
  const database = new URL(url).pathname.slice(1);
  const secret = randomBytes(32);
  const options = {
    ...{ root, folder, storageKey: randomBytes(32) },
    publicKey: apiPublicKeyOf('API_KEY_CURVE_P256', secret),
    extraArguments: [
      ...['--database', server.addressOf(url)],
      ...['--database-password-file', server.passwordFile],
    ],
  };
  const services: Running[] = [];
  const clients: Client[] = [];
  try {
    const first = await startProcess(options);
    services.push(first);
    while (services.length < count) services.push(await startProcess(options));
    while (clients.length < CONNECTIONS) clients.push(await server.connect(database));
    const urls = services.map((service) => service.url);
    const shots = await signing(first, secret);
    const rate = await warmUp(urls, () => shots(WARM_UP_BATCH), CONNECTIONS);
    const body = await bodyLikeActivity(server, database);
    await server.ask(database, 'CREATE TABLE bare (body TEXT NOT NULL)');
    await insertFor(clients, body, seconds / 2);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = await insertFor(clients, body, seconds);
      const batch = shots(Math.ceil(rate * seconds));
      const before = process.cpuUsage();
      const began = performance.now();
      const ours = await load(urls, batch, CONNECTIONS);
      const { user, system } = process.cpuUsage(before);
      rounds.push({ bare, ours, busy: (user + system) / 1000 / (performance.now() - began) });
    }
    return rounds;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await Promise.all(services.map((service) => service.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A text that makes a row as large as those of the activities that are there.
 * @throws Error when one of them didn't sign: the rates would be of something else
 */
async function bodyLikeActivity(server: PostgresServer, database: string): Promise<string> {
  const [row] = await server.ask(
    database,
    `SELECT avg(pg_column_size(activity))::int AS bytes, bool_and(status = 'ACTIVITY_STATUS_COMPLETED') AS signed
     FROM activity WHERE type = '${signRawPayload.type}'`,
  );
  if (row?.['signed'] !== true) throw new Error('not every request was signed');
  const length = Number(row['bytes']) - HEADERS;
  return randomBytes(length).toString('hex').slice(0, length);
}

/** Makes a key. @returns what makes so many requests to sign with it, each with a time of its own that nobody has seen */
async function signing(
  { url, organizationId }: Running,
  secret: Uint8Array,
): Promise<(count: number) => Shot[]> {
  const shoot = shooter(organizationId, portableSigner('API_KEY_CURVE_P256', secret));
  const signWith = await createKey(url, shoot);
  let last = 0;
  const next = (): Shot => {
    // Behind the clock by what it may be, so that a batch made within a moment has as many times and none of the future.
    last = Math.max(last + 1, Date.now() - 600_000);
    const payload = { payload: 'a bench', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' } as const;
    return shoot(signRawPayload, { signWith, ...payload, hashFunction: 'HASH_FUNCTION_SHA256' }, last);
  };
  return (count) => Array.from({ length: count }, next);
}

/** Each client inserts the row again and again, a transaction for each, until the time is over. */
function insertFor(clients: readonly Client[], body: string, seconds: number): Promise<Load> {
  const ends = performance.now() + seconds * 1000;
  function* untilThen(): Generator<undefined> {
    while (performance.now() < ends) yield undefined;
  }
  const insert = (client: Client) => async (): Promise<void> => {
    await client.query('BEGIN');
    await client.query('INSERT INTO bare (body) VALUES ($1)', [body]);
    await client.query('COMMIT');
  };
  return timed(untilThen(), clients.map(insert));
}
