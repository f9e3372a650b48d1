import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fingerprintOf, type Activity } from '#protocol/activity.ts';
import { freshSigner, stampHeader } from '../../fixtures/local-service.ts';
import { startServiceProcess, type RunningProcess } from '../../fixtures/running-service.ts';
import { seededRandom } from '../../fixtures/seeded-random.ts';

const ROUNDS = 50;
const CLIENTS = 6;
const SEED = 20_260_102;

const root = freshSigner();
const storageKey = randomBytes(32);
const random = seededRandom(SEED);
let folder: string;
// One millisecond back for each request, so that no two bodies are alike.
const began = Date.now();
let sequence = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-kill-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Request {
  readonly path: string;
  readonly body: string;
  /** The activity that the service acknowledged, once it did. */
  acknowledged?: Activity;
}

const start = () =>
  startServiceProcess({ data: join(folder, 'data'), rootPublicKey: root.publicKey, storageKey });

/** A request with an effect of several rows, so that half of one could be seen. */
function nextRequest({ ready }: RunningProcess): Request {
  sequence += 1;
  const envelope = { timestampMs: String(began - sequence), organizationId: ready.organizationId };
  if (random() < 0.5) {
    const key = (name: string) => ({
      privateKeyName: name,
      curve: 'CURVE_P256',
      privateKeyTags: [],
      addressFormats: ['ADDRESS_FORMAT_COMPRESSED', 'ADDRESS_FORMAT_UNCOMPRESSED'],
    });
    const parameters = { privateKeys: [key('one'), key('two')] };
    return {
      path: 'create_private_keys',
      body: JSON.stringify({ type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', ...envelope, parameters }),
    };
  }
  const user = () => ({
    userName: 'Somebody',
    apiKeys: [
      {
        apiKeyName: 'key',
        publicKey: freshSigner('API_KEY_CURVE_ED25519').publicKey,
        curveType: 'API_KEY_CURVE_ED25519',
      },
    ],
    ...{ authenticators: [], oauthProviders: [], userTags: [] },
  });
  const parameters = { users: [user(), user()] };
  return {
    path: 'create_users',
    body: JSON.stringify({ type: 'ACTIVITY_TYPE_CREATE_USERS_V4', ...envelope, parameters }),
  };
}

async function post(service: RunningProcess, agent: Agent, { path, body }: Request): Promise<Activity> {
  const response = await request(`${service.ready.url}/public/v1/submit/${path}`, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json', ...stampHeader(body, root) },
    body,
  });
  const answer = (await response.body.json()) as { activity?: Activity; message?: string };
  if (answer.activity === undefined) throw new Error(`${response.statusCode} ${answer.message ?? ''}`);
  return answer.activity;
}

/** Sends requests from several clients until the process is killed under them; gives back everything that was sent. */
async function loadUntilKilled(service: RunningProcess): Promise<Request[]> {
  const sent: Request[] = [];
  const agent = new Agent({ connections: CLIENTS });
  const load = new AbortController();
  // Answers are waited for and not only time: a slow machine has its kills among requests as well.
  const wanted = Math.floor(random() * 8);
  let answered = 0;
  let reached = (): void => undefined;
  const enough = new Promise<void>((resolve) => (reached = resolve));
  const client = async (): Promise<void> => {
    while (!load.signal.aborted) {
      const next = nextRequest(service);
      sent.push(next);
      try {
        next.acknowledged = await post(service, agent, next);
        answered += 1;
        if (answered >= wanted) reached();
      } catch (error) {
        // Only the kill may cut a request short.
        if (!killed(load)) throw error;
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  if (wanted > 0) await enough;
  await delay(random() * 30);
  load.abort();
  await service.end('SIGKILL');
  await Promise.all(clients);
  await agent.destroy();
  return sent;
}

/** A call, because the clients wait between two looks at it. */
const killed = (load: AbortController): boolean => load.signal.aborted;

interface Found {
  readonly activities: Map<string, { id: string; result: string; votes: number }>;
  readonly effects: string[];
}

/** What the database holds: activities by fingerprint, and the ids of everything that effects made. */
function readDatabase(): Found {
  const database = new DatabaseSync(join(folder, 'data/service.sqlite'), { readOnly: true });
  const rows = database
    .prepare('SELECT *, (SELECT count(*) FROM vote WHERE activity_id = activity.id) AS votes FROM activity')
    .all() as { id: string; fingerprint: string; result: string; votes: number }[];
  const effects = database
    .prepare(
      `SELECT user_id AS id FROM api_key WHERE name <> 'Root key'
       UNION ALL SELECT id FROM private_key
         WHERE (SELECT count(*) FROM private_key_address WHERE private_key_id = private_key.id) = 2`,
    )
    .all() as { id: string }[];
  const keys = database.prepare('SELECT count(*) AS keys FROM private_key').get() as { keys: number };
  const known = database.prepare('SELECT count(*) AS keys FROM user').get() as { keys: number };
  database.close();
  // A key without its addresses, or a user without a key, would be half an effect.
  expect(effects.length).toBe(keys.keys + known.keys - 1);
  return {
    activities: new Map(rows.map((row) => [row.fingerprint, row])),
    effects: effects.map(({ id }) => id).sort(),
  };
}

/** The ids that the results of all activities say were made. */
function resultIds({ activities }: Found): string[] {
  const ids = [...activities.values()].flatMap(({ result }) => {
    const { createPrivateKeysResultV2: made, createUsersResult: users } = JSON.parse(result) as {
      createPrivateKeysResultV2?: { privateKeys: { privateKeyId: string }[] };
      createUsersResult?: { userIds: string[] };
    };
    return [...(made?.privateKeys.map(({ privateKeyId }) => privateKeyId) ?? []), ...(users?.userIds ?? [])];
  });
  return ids.sort();
}

test(`killed at ${ROUNDS} random instants under load, every activity is there whole, once, or not at all`, async () => {
  let acknowledged = 0;
  let cutShort = 0;
  let service = await start();
  for (let round = 0; round < ROUNDS; round += 1) {
    const sent = await loadUntilKilled(service);
    service = await start();
    const found = readDatabase();
    // Half done: an activity without its effect or its vote, or an effect without its activity.
    expect(resultIds(found)).toEqual(found.effects);
    expect([...found.activities.values()].every(({ votes }) => votes === 1)).toBe(true);

    const agent = new Agent({ connections: CLIENTS });
    for (const one of sent) {
      const kept = found.activities.get(fingerprintOf(Buffer.from(one.body)));
      // Lost: acknowledged, and not there any more.
      if (one.acknowledged !== undefined) expect(kept?.id).toBe(one.acknowledged.id);
      const again = await post(service, agent, one);
      if (kept !== undefined) expect(again.id).toBe(kept.id);
      if (one.acknowledged !== undefined) expect(again).toEqual(one.acknowledged);
      if (one.acknowledged === undefined) cutShort += 1;
      else acknowledged += 1;
    }
    await agent.destroy();
    // Done twice: sending everything again made only what was missing.
    const after = readDatabase();
    expect(after.activities.size).toBe(sequence);
    expect(resultIds(after)).toEqual(after.effects);
    expect(new Set(after.effects).size).toBe(2 * sequence);
  }
  await service.end();
  // The kills fell among requests: some were answered before, some were cut short.
  expect(acknowledged).toBeGreaterThan(ROUNDS);
  expect(cutShort).toBeGreaterThan(ROUNDS / 2);
});
