import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { verifyTurnkeyWebhookSignature } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBase64Url, toHex } from '#protocol/encoding.ts';
import { apiPublicKeyOf } from '#protocol/stamp.ts';
import { DATABASES } from '../../fixtures/databases.ts';
import { startServiceProcess, type RunningProcess } from '../../fixtures/running-service.ts';
import { WebhookReceiver, type Received } from '../../fixtures/webhook-receiver.ts';

for (const kind of DATABASES) {
  describe.skipIf(kind.missing !== undefined)(`webhooks on ${kind.name} ${kind.missing ?? ''}`, () => {
    const privateKey = randomBytes(32);
    let database: Awaited<ReturnType<typeof kind.open>>;
    let folder: string;
    let service: RunningProcess;
    let client: TurnkeyClient;
    let receiver: WebhookReceiver;

    beforeAll(async () => {
      database = await kind.open();
      folder = mkdtempSync(join(tmpdir(), 'keyops-vendor-webhooks-'));
      receiver = await WebhookReceiver.start();
      const publicKey = apiPublicKeyOf('API_KEY_CURVE_P256', privateKey);
      service = await startServiceProcess({
        data: join(folder, 'data'),
        rootPublicKey: publicKey,
        storageKey: randomBytes(32),
        extraArguments: ['--allow-private-webhooks', ...database.processArguments],
      });
      const stamper = new ApiKeyStamper({
        apiPublicKey: publicKey,
        apiPrivateKey: privateKey.toString('hex'),
      });
      client = new TurnkeyClient({ baseUrl: service.ready.url }, stamper);
    });
    afterAll(async () => {
      await service.end();
      await database.close();
      await receiver.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Verified by the vendor's code, with its own clock; only the vendor's word in the header names is put in. */
    async function verify({ headers, body }: Received) {
      const response = await fetch(`${service.ready.url}/public/v1/discovery/webhooks/jwks`);
      const { keys } = (await response.json()) as { keys: { kid: string; x: string }[] };
      const renamed = Object.entries(headers).map(([name, value]) => [
        name.replace('x-service-', 'x-turnkey-'),
        String(value),
      ]);
      return verifyTurnkeyWebhookSignature({
        headers: Object.fromEntries(renamed) as Record<string, string>,
        body,
        verificationKeys: keys.map(({ kid, x }) => ({ keyId: kid, publicKey: toHex(fromBase64Url(x, 'x')) })),
        maxTimestampAgeMs: 5 * 60 * 1000,
      });
    }

    test('the vendor’s client makes, lists, changes and deletes an endpoint, and its verifier takes every delivery', async () => {
      const { organizationId } = service.ready;
      let sent = 0;
      const envelope = () => ({ timestampMs: String(Date.now() - (sent += 1)), organizationId });
      const created = await client.createWebhookEndpoint({
        type: 'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT',
        ...envelope(),
        parameters: {
          url: receiver.url,
          name: 'Hooks',
          subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }],
        },
      });
      const { endpointId = '', webhookEndpoint } = created.activity.result.createWebhookEndpointResult ?? {};
      expect(webhookEndpoint).toMatchObject({ endpointId, url: receiver.url, isActive: true });
      expect(await client.listWebhookEndpoints({ organizationId })).toEqual({
        webhookEndpoints: [webhookEndpoint],
      });

      const updated = await client.updateWebhookEndpoint({
        type: 'ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT',
        ...envelope(),
        parameters: { endpointId, name: 'Renamed' },
      });
      expect(updated.activity.result.updateWebhookEndpointResult?.webhookEndpoint.name).toBe('Renamed');

      const deliveries = await receiver.waitFor(2);
      expect(deliveries.map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
        created.activity,
        updated.activity,
      ]);
      for (const delivery of deliveries) {
        expect(await verify(delivery)).toMatchObject({
          ok: true,
          eventId: delivery.headers['x-service-event-id'],
        });
        const tampered = { ...delivery, body: Buffer.concat([delivery.body, Buffer.from(' ')]) };
        expect(await verify(tampered)).toEqual({ ok: false, reason: 'invalid_signature' });
      }

      const deleted = await client.deleteWebhookEndpoint({
        type: 'ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT',
        ...envelope(),
        parameters: { endpointId },
      });
      expect(deleted.activity.result.deleteWebhookEndpointResult).toEqual({ endpointId });
      expect(await client.listWebhookEndpoints({ organizationId })).toEqual({ webhookEndpoints: [] });
    });
  });
}
