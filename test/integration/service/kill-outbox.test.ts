import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshSigner, send, stampHeader } from '../../fixtures/local-service.ts';
import { startServiceProcess, type RunningProcess } from '../../fixtures/running-service.ts';
import { seededRandom } from '../../fixtures/seeded-random.ts';
import { WebhookReceiver } from '../../fixtures/webhook-receiver.ts';

const ROUNDS = 15;
const CLIENTS = 4;

const root = freshSigner();
const storageKey = randomBytes(32);
const random = seededRandom(20_260_105);
const began = Date.now();
let folder: string;
let receiver: WebhookReceiver;
let sequence = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-kill-outbox-'));
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = () =>
  startServiceProcess({
    data: join(folder, 'data'),
    rootPublicKey: root.publicKey,
    storageKey,
    extraArguments: ['--allow-private-webhooks'],
  });

async function submit(service: RunningProcess, path: string, type: string, parameters: object) {
  sequence += 1;
  const timestampMs = String(began - sequence);
  const { organizationId, url } = service.ready;
  const body = JSON.stringify({ type, timestampMs, organizationId, parameters });
  return await send(`${url}/public/v1/submit/${path}`, body, stampHeader(body, root));
}

async function loadUntilKilled(service: RunningProcess): Promise<void> {
  const load = new AbortController();
  const key = { privateKeyName: 'k', curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] };
  const parameters = { privateKeys: [key] };
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const client = async (): Promise<void> => {
    while (!load.signal.aborted) {
      try {
        await submit(service, 'create_private_keys', 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', parameters);
        begin();
      } catch (error) {
        // Only the kill may cut a request short.
        if (!killed(load)) throw error;
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  // However slow the machine: something was carried out before the kill.
  await begun;
  await delay(5 + random() * 115);
  load.abort();
  await service.end('SIGKILL');
  await Promise.all(clients);
}

/** A call, because the clients wait between two looks at it. */
const killed = (load: AbortController): boolean => load.signal.aborted;

function read<T>(sql: string): T[] {
  const database = new DatabaseSync(join(folder, 'data/service.sqlite'), { readOnly: true, timeout: 5000 });
  try {
    return database.prepare(sql).all() as T[];
  } finally {
    database.close();
  }
}

test(`killed at ${ROUNDS} random instants, every activity is delivered, in order, under one event id`, async () => {
  const taken: { activityId: string; eventId: string }[] = [];
  receiver.answer = (response, n) => {
    const delivery = receiver.received[n];
    const fails = random() < 0.02;
    response.writeHead(fails ? 503 : 204).end();
    if (fails || delivery === undefined) return;
    const { id } = JSON.parse(delivery.body.toString()) as { id: string };
    taken.push({ activityId: id, eventId: String(delivery.headers['x-service-event-id']) });
  };
  let service = await start();
  await submit(service, 'create_webhook_endpoint', 'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', {
    url: receiver.url,
    name: 'Hooks',
    subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }],
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    await loadUntilKilled(service);
    service = await start();
  }
  const pending = () =>
    read<{ n: number }>(`SELECT count(*) AS n FROM webhook_delivery WHERE state = 'pending'`);
  while (pending()[0]?.n !== 0) await delay(100);
  await service.end();

  const activities = read<{ id: string }>('SELECT id FROM activity ORDER BY id').map(({ id }) => id);
  expect(activities.length).toBeGreaterThan(ROUNDS);
  // Nothing lost, and nothing told that did not happen.
  expect([...new Set(taken.map(({ activityId }) => activityId))]).toEqual(activities);
  // In order: what comes twice after a kill comes before what is next. Ids are in the order of the activities.
  const order = taken.map(({ activityId }) => activityId);
  expect(order).toEqual([...order].sort());
  // A receiver can tell what it has by the event id.
  expect(new Set(taken.map(({ activityId, eventId }) => `${activityId} ${eventId}`)).size).toBe(
    activities.length,
  );
});
