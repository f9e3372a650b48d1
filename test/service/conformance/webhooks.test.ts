import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReceivedWebhook, type WebhookKey, readWebhookKeys, verifyWebhook } from '#protocol/webhook.ts';
import { KEY_LIFETIME_MS, PUBLISHED_AHEAD_MS } from '#service/webhooks/signing-keys.ts';
import { LocalService, resultOf } from '../../fixtures/local-service.ts';
import { type Received, WebhookReceiver } from '../../fixtures/webhook-receiver.ts';

const FIVE_MINUTES = 5 * 60 * 1000;
/** A SubjectPublicKeyInfo of Ed25519 before its 32 bytes (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

let service: LocalService;
let receiver: WebhookReceiver;
let delivery: Received;
let answer: Response;
let keys: readonly Record<string, string>[];
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  service = await LocalService.start();
  service.allowPrivateWebhooks = true;
  await service.restart();
  const subscriptions = [{ eventType: 'ACTIVITY_UPDATES' }];
  const wanted = { url: receiver.url, name: 'Hooks', subscriptions };
  resultOf(await service.submit('create_webhook_endpoint', wanted));
  [delivery] = (await receiver.waitFor(1)) as [Received];
  answer = await fetch(`${service.ready.url}/public/v1/discovery/webhooks/jwks`);
  ({ keys } = (await answer.json()) as { keys: Record<string, string>[] });
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const header = (name: string): string => String(delivery.headers[name.toLowerCase()]);
const signingKey = () => keys.filter(({ kid }) => kid === header('X-Service-Signature-Key-Id'));
const signature = () => Buffer.from(header('X-Service-Signature'), 'hex');
/** The signed text as the specification writes it, out of header values and the raw body. */
const signedText = (body = delivery.body): Buffer => {
  const segments = [
    header('X-Service-Signature-Key-Id'),
    header('X-Service-Timestamp'),
    header('X-Service-Event-Id'),
  ];
  return Buffer.concat([Buffer.from(`v1.ed25519.${segments.join('.')}.`), body]);
};
/** By the platform's own Ed25519. */
const holds = (text: Buffer, by = signature()): boolean => {
  const raw = Buffer.from(signingKey()[0]?.['x'] ?? '', 'base64url');
  const key = createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' });
  return verify(null, text, key, by);
};

describe('delivery headers', () => {
  test.each([
    ['X-Service-Event-Id', /^[0-9a-f-]{36}$/],
    ['X-Service-Signature-Key-Id', /^[^.]+$/],
    ['X-Service-Signature-Algorithm', /^ed25519$/],
    ['X-Service-Signature-Version', /^v1$/],
    ['X-Service-Signature', /^[0-9a-f]{128}$/],
    ['X-Service-Timestamp', /^\d{13}$/],
  ])('spec: header %s: every delivery has it in the form of the specification', (name, form) => {
    expect(header(name)).toMatch(form);
  });
});

describe('key discovery', () => {
  test('spec: query discovery/webhooks/jwks: without authentication, a key set', () => {
    expect([answer.status, keys.length]).toEqual([200, 1]);
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  test('spec: header Cache-Control: says for how long the key set may be kept', () => {
    expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=[1-9]\d*$/);
  });

  test.each([
    ['kid', 'X-Service-Signature-Key-Id'],
    ['kty', /^OKP$/],
    ['crv', /^Ed25519$/],
    ['alg', /^EdDSA$/],
    ['use', /^sig$/],
    ['x', /^[A-Za-z0-9_-]{43}$/],
    ['service_signature_algorithm', 'X-Service-Signature-Algorithm'],
    ['service_signature_version', 'X-Service-Signature-Version'],
  ])('spec: rule key member %s: as the specification has it, or as the header %s', (member, like) => {
    const value = keys[0]?.[member];
    if (typeof like === 'string') expect(value).toBe(header(like));
    else expect(value).toMatch(like);
  });
});

describe('receivers', () => {
  test('spec: rule receiver step 1: the key set is fetched, and may be kept', () => {
    expect(readWebhookKeys({ keys, cacheControl: answer.headers.get('cache-control') })).toHaveLength(1);
  });

  test('spec: rule receiver step 2: one key has the id of the header; a key that is not kept is told apart', () => {
    expect(signingKey()).toHaveLength(1);
    const trust = { keys: [], nowMs: service.now, maxAgeMs: FIVE_MINUTES };
    // The one refusal after which a receiver fetches the set again.
    expect(verifyWebhook(delivery, trust)).toMatchObject({ ok: false, reason: 'missing_key' });
  });

  test('spec: rule receiver step 3: the text is rebuilt from header values and the raw body', () => {
    expect(holds(signedText())).toBe(true);
    const rewritten = JSON.stringify(JSON.parse(delivery.body.toString()), null, 1);
    expect(holds(signedText(Buffer.from(rewritten)))).toBe(false);
  });

  test('spec: rule receiver step 4: the signature’s hex is 64 bytes', () => {
    expect(signature()).toHaveLength(64);
  });

  test('spec: rule receiver step 5: the signature holds, and not with one bit changed', () => {
    const changed = signature();
    changed.writeUInt8(changed.readUInt8(0) ^ 1, 0);
    expect([holds(signedText()), holds(signedText(), changed)]).toEqual([true, false]);
  });

  test('spec: rule signed text v1.ed25519: version, algorithm, key id, timestamp, event id and body', () => {
    const [version, algorithm] = [
      header('X-Service-Signature-Version'),
      header('X-Service-Signature-Algorithm'),
    ];
    expect(signedText().toString().startsWith(`${version}.${algorithm}.`)).toBe(true);
    expect(holds(signedText())).toBe(true);
  });

  const verdictAfter = (ms: number) =>
    verifyWebhook(delivery, {
      keys: readWebhookKeys({ keys }),
      nowMs: service.now + ms,
      maxAgeMs: FIVE_MINUTES,
    });

  test('spec: rule receiver step 6: a stale timestamp is refused', () => {
    expect(verdictAfter(FIVE_MINUTES + 1)).toMatchObject({ ok: false, reason: 'stale_timestamp' });
  });

  test('spec: rule limit Webhook timestamp freshness: five minutes to the millisecond', () => {
    expect([verdictAfter(FIVE_MINUTES).ok, verdictAfter(FIVE_MINUTES + 1).ok]).toEqual([true, false]);
  });
});

// Last, because the clock moves on.
test('spec: rule receiver step 2: a key that is not kept is looked for in the set once again, before rejecting', async () => {
  let fetched = 0;
  const fetchSet = async () => {
    fetched += 1;
    const set = await fetch(`${service.ready.url}/public/v1/discovery/webhooks/jwks`);
    return readWebhookKeys((await set.json()) as { keys: readonly Record<string, string>[] });
  };
  const receive = async (received: ReceivedWebhook, kept: readonly WebhookKey[]) => {
    const trust = { nowMs: service.now, maxAgeMs: FIVE_MINUTES };
    const verdict = verifyWebhook(received, { ...trust, keys: kept });
    if (verdict.ok || verdict.reason !== 'missing_key') return verdict;
    return verifyWebhook(received, { ...trust, keys: await fetchSet() });
  };
  const kept = await fetchSet();
  service.now += KEY_LIFETIME_MS;
  await service.restart();
  service.now += PUBLISHED_AHEAD_MS;
  const before = receiver.received.length;
  await service.submit('create_session_profile', { sessionProfileName: 'Later', scope: 'true' });
  const later = (await receiver.waitFor(before + 1)).at(-1);
  if (later === undefined) throw new Error('nothing was delivered');
  expect(verifyWebhook(later, { keys: kept, nowMs: service.now, maxAgeMs: FIVE_MINUTES })).toMatchObject({
    reason: 'missing_key',
  });
  expect(await receive(later, kept)).toMatchObject({ ok: true });
  expect(fetched).toBe(2);
  const forged = { ...later, headers: { ...later.headers, 'x-service-signature-key-id': 'nobody’s' } };
  expect(await receive(forged, kept)).toMatchObject({ ok: false, reason: 'missing_key' });
  expect(fetched).toBe(3);
});
