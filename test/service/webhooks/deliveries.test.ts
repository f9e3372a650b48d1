import { verifyTurnkeyWebhookSignature } from '@turnkey/crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromBase64Url, toHex } from '#protocol/encoding.ts';
import { readWebhookKeys, verifyWebhook } from '#protocol/webhook.ts';
import { LocalService, resultOf } from '../../fixtures/local-service.ts';
import { activityOf, addMember, setQuorum, vote } from '../../fixtures/team.ts';
import { type Received, WebhookReceiver } from '../../fixtures/webhook-receiver.ts';

const FIVE_MINUTES = 5 * 60 * 1000;
let service: LocalService;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
  service = await LocalService.start();
  service.allowPrivateWebhooks = true;
  await service.restart();
});
afterEach(async () => {
  await service.stop();
  await receiver.stop();
});

const activities = { eventType: 'ACTIVITY_UPDATES' };
async function endpoint(subscriptions: object[] = [activities], url = receiver.url): Promise<string> {
  const sent = await service.submit('create_webhook_endpoint', { url, name: 'Hooks', subscriptions });
  return resultOf(sent)['endpointId'] as string;
}
const createKey = () =>
  service.submit('create_private_keys', {
    privateKeys: [
      { privateKeyName: 'A key', curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
    ],
  });

async function jwks(): Promise<{ keys: Record<string, string>[]; cacheControl: string | null }> {
  const response = await fetch(`${service.ready.url}/public/v1/discovery/webhooks/jwks`);
  expect(response.status).toBe(200);
  const { keys } = (await response.json()) as { keys: Record<string, string>[] };
  return { keys, cacheControl: response.headers.get('cache-control') };
}

/** The vendor's own verifier, with the header names that it knows. */
async function verifyAsVendor({ headers, body }: Received, nowMs = service.now) {
  const { keys } = await jwks();
  return verifyTurnkeyWebhookSignature({
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.replace(/^x-service-/, 'x-turnkey-'),
        String(value),
      ]),
    ),
    body,
    verificationKeys: keys.map(({ kid = '', x = '' }) => ({
      keyId: kid,
      publicKey: toHex(fromBase64Url(x, 'x')),
      algorithm: 'ed25519' as const,
    })),
    maxTimestampAgeMs: FIVE_MINUTES,
    nowMs,
  });
}
/** A function that is given later. */
function deferred(): { promise: Promise<() => void>; resolve: (given: () => void) => void } {
  let resolve: (given: () => void) => void = () => undefined;
  const promise = new Promise<() => void>((settle) => (resolve = settle));
  return { promise, resolve };
}

const typeOf = ({ body }: Received): unknown => (JSON.parse(body.toString()) as { type: unknown }).type;

test('an activity is delivered as responses show it, and the published verifier accepts it', async () => {
  await endpoint();
  const { json } = await createKey();
  const [, delivery] = await receiver.waitFor(2);
  if (delivery === undefined) throw new Error('nothing came');
  expect(JSON.parse(delivery.body.toString())).toEqual(json.activity);
  expect(delivery.headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-organization-id': service.ready.organizationId,
    'x-service-event-type': 'ACTIVITY_UPDATES',
    'x-service-webhook-version': '1',
    'x-service-timestamp': String(service.now),
    'x-service-signature-algorithm': 'ed25519',
    'x-service-signature-version': 'v1',
  });
  expect(await verifyAsVendor(delivery)).toEqual({
    ok: true,
    eventId: delivery.headers['x-service-event-id'],
    keyId: delivery.headers['x-service-signature-key-id'],
    timestampMs: service.now,
  });
  const trust = { keys: readWebhookKeys(await jwks()), nowMs: service.now, maxAgeMs: FIVE_MINUTES };
  expect(verifyWebhook(delivery, trust)).toMatchObject({ ok: true });
});

test('an endpoint hears of its own making first: whoever made it sees at once that it works', async () => {
  await endpoint();
  const [delivery] = await receiver.waitFor(1);
  expect(delivery && typeOf(delivery)).toBe('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT');
});

describe('attacks on a receiver', () => {
  const delivered = async (): Promise<Received> => {
    await endpoint();
    const [delivery] = await receiver.waitFor(1);
    if (delivery === undefined) throw new Error('nothing came');
    return delivery;
  };

  test('replayed delivery: its timestamp is out of the window', async () => {
    const delivery = await delivered();
    expect(await verifyAsVendor(delivery, service.now + FIVE_MINUTES)).toMatchObject({ ok: true });
    expect(await verifyAsVendor(delivery, service.now + FIVE_MINUTES + 1)).toMatchObject({
      ok: false,
      reason: 'stale_timestamp',
    });
    const fresh = {
      ...delivery,
      headers: { ...delivery.headers, 'x-service-timestamp': String(service.now + 1) },
    };
    expect(await verifyAsVendor(fresh)).toMatchObject({ ok: false, reason: 'invalid_signature' });
  });

  test('tampered body: one changed byte, or the same JSON written anew, is refused', async () => {
    const delivery = await delivered();
    for (const text of [
      delivery.body.toString().replace('COMPLETED', 'REJECTED'),
      JSON.stringify(JSON.parse(delivery.body.toString()), null, 1),
    ]) {
      expect(await verifyAsVendor({ ...delivery, body: Buffer.from(text) })).toMatchObject({
        ok: false,
        reason: 'invalid_signature',
      });
    }
  });

  test('swapped event id: it is signed with the body', async () => {
    const delivery = await delivered();
    const headers = { ...delivery.headers, 'x-service-event-id': '00000000-0000-4000-8000-000000000000' };
    expect(await verifyAsVendor({ ...delivery, headers })).toMatchObject({
      ok: false,
      reason: 'invalid_signature',
    });
  });
});

test('an activity that needs votes is told of when it is made, and at each vote', async () => {
  const ann = await addMember(service, 'Ann');
  const ben = await addMember(service, 'Ben');
  await setQuorum(service, 2, [service.ready.rootUserId, ann.userId, ben.userId]);
  const made = { url: receiver.url, name: 'Hooks', subscriptions: [activities] };
  const first = activityOf(await service.submit('create_webhook_endpoint', made, ann.signer));
  await vote(service, 'approve', first, ben.signer);
  const open = activityOf(await service.submit('update_user_name', { userId: ann.userId, userName: 'A' }));
  await vote(service, 'reject', open, ann.signer);
  await vote(service, 'reject', open, ben.signer);
  const bodies = (await receiver.waitFor(4)).map(
    ({ body }) => JSON.parse(body.toString()) as { id: string; status: string; votes: object[] },
  );
  expect(bodies.map(({ id, status, votes }) => [id, status, votes.length])).toEqual([
    [first.id, 'ACTIVITY_STATUS_COMPLETED', 2],
    [open.id, 'ACTIVITY_STATUS_CONSENSUS_NEEDED', 1],
    [open.id, 'ACTIVITY_STATUS_CONSENSUS_NEEDED', 2],
    [open.id, 'ACTIVITY_STATUS_REJECTED', 3],
  ]);
});

describe('who is told of what', () => {
  test('filters: only what passes is delivered', async () => {
    const filtersJson = JSON.stringify({ resource: ['PRIVATE_KEY'], status: 'ACTIVITY_STATUS_COMPLETED' });
    await endpoint([{ ...activities, filtersJson }]);
    await createKey();
    const [first] = await receiver.waitFor(1);
    expect(first && typeOf(first)).toBe('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2');
  });

  test('an inactive subscription, another event type, and no subscription get nothing', async () => {
    await endpoint([{ ...activities, isActive: false }], `${receiver.url}/inactive`);
    await endpoint([{ eventType: 'BALANCE_FINALIZED_UPDATES' }], `${receiver.url}/balance`);
    await endpoint([], `${receiver.url}/none`);
    await endpoint([activities], `${receiver.url}/all`);
    await createKey();
    await receiver.waitFor(2);
    expect(receiver.received.map(({ url }) => url)).toEqual(['/hooks/all', '/hooks/all']);
  });

  test('a paused endpoint gets nothing of what happens meanwhile', async () => {
    const endpointId = await endpoint();
    await service.submit('update_webhook_endpoint', { endpointId, isActive: false });
    await createKey();
    await service.submit('update_webhook_endpoint', { endpointId, isActive: true });
    const [, second] = await receiver.waitFor(2);
    expect(second && typeOf(second)).toBe('ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT');
    expect(second?.body.toString()).toContain('"isActive":true');
  });

  test('a request that is refused, and a request that is repeated, tell nobody anything', async () => {
    await endpoint();
    const refused = await service.submit('create_webhook_endpoint', { url: 'x', name: 'y' });
    expect(refused.status).toBe(400);
    const body = service.submitBody('create_private_keys', {
      privateKeys: [
        { privateKeyName: 'A key', curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
      ],
    });
    for (let n = 0; n < 2; n += 1) await service.post('submit/create_private_keys', body);
    await createKey();
    const ids = (await receiver.waitFor(3)).map(
      (delivery) => (JSON.parse(delivery.body.toString()) as { id: string }).id,
    );
    expect(new Set(ids).size).toBe(3);
  });
});

test('a service that ended with undelivered events delivers them after its next start, in order', async () => {
  await endpoint([activities]);
  await receiver.waitFor(1);
  receiver.answer = (response) => void response.writeHead(503).end();
  const made = [await createKey(), await createKey()].map(({ json }) => json.activity?.id);
  await receiver.waitFor(2);
  const began = Date.now();
  await service.restart();
  expect(Date.now() - began).toBeLessThan(30_000);
  receiver.answer = (response) => void response.writeHead(200).end();
  const seen = receiver.received.length;
  service.now += 60_000;
  await service.query('whoami');
  // Something else is written: the outbox is looked at.
  await createKey();
  await receiver.waitFor(seen + 3);
  const ids = receiver.received
    .slice(seen)
    .map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id);
  expect(ids.slice(0, 2)).toEqual(made);
  const eventIds = receiver.received
    .filter(({ body }) => (JSON.parse(body.toString()) as { id: string }).id === made[0])
    .map(({ headers }) => headers['x-service-event-id']);
  expect(eventIds.length).toBeGreaterThan(1);
  expect(new Set(eventIds).size).toBe(1);
});

test('attack: an answer to an attempt of before comes after the endpoint was mended; the event is given up', async () => {
  const endpointId = await endpoint();
  await receiver.waitFor(1);
  const { promise: held, resolve: hold } = deferred();
  receiver.answer = (response) => hold(() => void response.writeHead(404).end());
  await createKey();
  const refuse = await held;
  const mended = await WebhookReceiver.start();
  try {
    service.now += 1_000;
    await service.submit('update_webhook_endpoint', { endpointId, url: mended.url, isActive: true });
    refuse();
    // What was made, and then the change of the endpoint.
    const told = await mended.waitFor(2);
    expect(told.map(typeOf)).toContain('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2');
  } finally {
    await mended.stop();
  }
});

test('the service ends in time while a receiver holds its answer back', async () => {
  receiver.answer = () => undefined;
  await endpoint();
  await receiver.waitFor(1);
  const began = Date.now();
  await service.restart();
  // The attempt would be given up after ten.
  expect(Date.now() - began).toBeLessThan(9_000);
  await receiver.waitFor(2);
  expect(receiver.received[1]?.headers['x-service-event-id']).toBe(
    receiver.received[0]?.headers['x-service-event-id'],
  );
});

describe('the key set', () => {
  test('has the members of the specification, needs no stamp, and may be cached', async () => {
    const { keys, cacheControl } = await jwks();
    expect(cacheControl).toBe('public, max-age=300');
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0] ?? {})).toEqual([
      ...['kid', 'kty', 'crv', 'alg', 'use', 'x', 'service_signature_algorithm', 'service_signature_version'],
    ]);
    expect(keys[0]).toMatchObject({
      ...{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' },
      service_signature_algorithm: 'ed25519',
      service_signature_version: 'v1',
    });
  });

  test('is the same after a restart', async () => {
    const before = await jwks();
    await service.restart();
    expect(await jwks()).toEqual(before);
  });
});
