import { verifyTurnkeyWebhookSignature } from '@turnkey/crypto';
import { createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toUtf8 } from '#protocol/encoding.ts';
import { apiPublicKeyOf } from '#protocol/stamp.ts';
import { webhookNamesOf } from '#protocol/webhook-names.ts';
import { signWebhook, verifyWebhook, type WebhookKey } from '#protocol/webhook.ts';
import { flipBit, secretOfHex, withCode } from './keys.ts';

// The key, texts and times of the vendor's own webhook tests.
const seed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const publicKey = apiPublicKeyOf('API_KEY_CURVE_ED25519', fromHex(seed));
const keyId = 'webhook-key-1';
const eventId = 'evt_123';
const timestampMs = 1_700_000_000_000;
const maxAgeMs = 300_000;
const body = toUtf8('{"type":"activity.created","data":{"id":"act_123"}}');
const vendorNames = webhookNamesOf('Turnkey');

const keys: readonly WebhookKey[] = [{ keyId, publicKey }];
const trust = { keys, nowMs: timestampMs + 1000, maxAgeMs };
const sign = (names = webhookNamesOf('Service')): Record<string, string> =>
  signWebhook({ keyId, timestampMs, eventId, body }, secretOfHex(seed), names);
const headers = sign();
const good = { ok: true, eventId, keyId, timestampMs };

describe('webhook signature', () => {
  it('is over the text of the specification, as Node verifies', () => {
    const text = Buffer.concat([Buffer.from(`v1.ed25519.${keyId}.${timestampMs}.${eventId}.`), body]);
    const key = createPublicKey({
      key: Buffer.from(`302a300506032b6570032100${publicKey}`, 'hex'),
      format: 'der',
      type: 'spki',
    });
    expect(verify(null, text, key, Buffer.from(headers['X-Service-Signature'] ?? '', 'hex'))).toBe(true);
  });

  it('carries the names of the specification, or the vendor’s', () => {
    expect(Object.keys(headers)).toEqual([
      'X-Service-Timestamp',
      'X-Service-Event-Id',
      'X-Service-Signature-Key-Id',
      'X-Service-Signature-Algorithm',
      'X-Service-Signature-Version',
      'X-Service-Signature',
    ]);
    expect(Object.keys(sign(vendorNames))).toContain('X-Turnkey-Signature-Key-Id');
    expect(verifyWebhook({ headers: sign(vendorNames), body }, trust)).toEqual({
      ok: false,
      reason: 'missing_header',
      headerName: 'X-Service-Timestamp',
    });
    expect(verifyWebhook({ headers: sign(vendorNames), body }, trust, vendorNames)).toEqual(good);
  });

  it('verifies any body, whatever the case of the header names, from lists too', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const signed = signWebhook({ keyId, timestampMs, eventId, body: bytes }, secretOfHex(seed));
        const lower = Object.fromEntries(
          Object.entries(signed).map(([name, value]) => [name.toLowerCase(), [value]]),
        );
        expect(verifyWebhook({ headers: lower, body: bytes }, trust)).toEqual(good);
      }),
      { numRuns: 20 },
    );
  });

  it('gives the vendor’s verdict on every change of a header, in the same order of checks', () => {
    const signed = sign(vendorNames);
    const values = [
      '',
      'v1',
      'v2',
      'ed25519',
      'rsa',
      keyId,
      eventId,
      '1700000000000',
      '1700000300001',
      '17e11',
      '-1',
      '9'.repeat(20),
      'zz',
      '00'.repeat(64),
    ];
    const changes = fc.dictionary(
      fc.constantFrom(...Object.keys(signed)),
      fc.oneof(fc.constantFrom(...values), fc.constant(undefined)),
      { maxKeys: 3 },
    );
    const known = fc.constantFrom<readonly WebhookKey[]>(
      keys,
      [],
      [{ keyId, publicKey: 'zz'.repeat(32) }],
      [{ keyId, publicKey: publicKey.slice(2) }],
      [{ keyId, publicKey: '00'.repeat(32) }],
      [{ keyId, publicKey, algorithm: 'rsa' }],
      [{ keyId: 'other', publicKey }, ...keys],
    );
    const times = fc.constantFrom(
      timestampMs,
      timestampMs + maxAgeMs,
      timestampMs + maxAgeMs + 1,
      timestampMs - maxAgeMs,
      timestampMs - maxAgeMs - 1,
      Number.NaN,
    );
    const ages = fc.constantFrom(maxAgeMs, 0, -1, Number.NaN, Number.POSITIVE_INFINITY);
    fc.assert(
      fc.property(
        changes,
        known,
        times,
        ages,
        fc.boolean(),
        (changed, verificationKeys, nowMs, age, sameBody) => {
          const received = { headers: { ...signed, ...changed }, body: sameBody ? body : toUtf8('{}') };
          const ours = verifyWebhook(received, { keys: verificationKeys, nowMs, maxAgeMs: age }, vendorNames);
          const theirs = verifyTurnkeyWebhookSignature({
            ...received,
            verificationKeys: [...verificationKeys] as never,
            maxTimestampAgeMs: age,
            nowMs,
          });
          const lowered =
            'headerName' in ours ? { ...ours, headerName: ours.headerName.toLowerCase() } : ours;
          expect(lowered).toEqual(theirs);
        },
      ),
      { numRuns: 400 },
    );
  });

  const refusal = (change: Record<string, string>, bytes = body): unknown =>
    verifyWebhook({ headers: { ...headers, ...change }, body: bytes }, trust);

  it('re-serialised body: other spaces or another order do not verify', () => {
    const parsed = JSON.parse(Buffer.from(body).toString()) as { type: string; data: unknown };
    for (const text of [
      JSON.stringify(parsed, null, 2),
      JSON.stringify({ data: parsed.data, type: parsed.type }),
    ]) {
      expect(refusal({}, toUtf8(text))).toEqual({ ok: false, reason: 'invalid_signature' });
    }
  });

  it('replayed later, or dated ahead: outside the window it is stale, on its edge it is not', () => {
    for (const [nowMs, ok] of [
      [maxAgeMs, true],
      [maxAgeMs + 1, false],
      [-maxAgeMs, true],
      [-maxAgeMs - 1, false],
    ] as const) {
      expect(verifyWebhook({ headers, body }, { ...trust, nowMs: timestampMs + nowMs })).toMatchObject(
        ok ? { ok } : { ok, reason: 'stale_timestamp' },
      );
    }
  });

  it('redated: a fresh timestamp over an old signature does not verify', () => {
    expect(refusal({ 'X-Service-Timestamp': String(timestampMs + 1) })).toEqual({
      ok: false,
      reason: 'invalid_signature',
    });
  });

  it('renamed event: the event id is signed', () => {
    expect(refusal({ 'X-Service-Event-Id': 'evt_124' })).toEqual({ ok: false, reason: 'invalid_signature' });
  });

  it('shifted border: the first part of a signed body does not pass for the end of the event id', () => {
    const dot = body.indexOf('.'.charCodeAt(0));
    const shifted = `${eventId}.${Buffer.from(body.subarray(0, dot)).toString()}`;
    expect(refusal({ 'X-Service-Event-Id': shifted }, body.subarray(dot + 1))).toEqual({
      ok: false,
      reason: 'invalid_signature',
    });
  });

  it.each([
    ['an event id with a dot', keyId, 'evt.1'],
    ['a key id with a dot', 'key.1', eventId],
    ['no event id', keyId, ''],
    ['no key id', '', eventId],
  ])('is not made over %s', (_, key, event) => {
    expect(() => signWebhook({ keyId: key, timestampMs, eventId: event, body }, secretOfHex(seed))).toThrow(
      expect.objectContaining(withCode('WEBHOOK_ID')),
    );
  });

  it('foreign key: another key under the known id does not verify', () => {
    const signed = signWebhook({ keyId, timestampMs, eventId, body }, secretOfHex('1f'.repeat(32)));
    expect(verifyWebhook({ headers: signed, body }, trust)).toEqual({
      ok: false,
      reason: 'invalid_signature',
    });
  });

  it('unknown key: the key set is to be fetched again', () => {
    expect(refusal({ 'X-Service-Signature-Key-Id': 'webhook-key-2' })).toEqual({
      ok: false,
      reason: 'missing_key',
    });
  });

  it('flipped bit: no changed signature or body verifies', () => {
    const signature = fromHex(headers['X-Service-Signature'] ?? '');
    fc.assert(
      fc.property(fc.nat(), (bit) => {
        const changed = Buffer.from(flipBit(signature, bit)).toString('hex');
        expect(refusal({ 'X-Service-Signature': changed })).toEqual({
          ok: false,
          reason: 'invalid_signature',
        });
        expect(refusal({}, flipBit(body, bit))).toEqual({ ok: false, reason: 'invalid_signature' });
      }),
      { numRuns: 40 },
    );
  });
});
