// The vendor's packages as they are published, against `--wire published`: nothing is renamed or put in between.
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { verifyTurnkeyWebhookSignature } from '@turnkey/crypto';
import { TurnkeyClient, TurnkeyRequestError } from '@turnkey/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyFingerprint, readPinnedKeys } from '#protocol/pinned-keys.ts';
import { apiPublicKeyOf } from '#protocol/stamp.ts';
import { DATABASES } from '../../fixtures/databases.ts';
import { startServiceProcess, type RunningProcess } from '../../fixtures/running-service.ts';
import { WebhookReceiver, type Received } from '../../fixtures/webhook-receiver.ts';

for (const kind of DATABASES) {
  describe.skipIf(kind.missing !== undefined)(
    `the published form on ${kind.name} ${kind.missing ?? ''}`,
    () => {
      const privateKey = randomBytes(32);
      const publicKey = apiPublicKeyOf('API_KEY_CURVE_P256', privateKey);
      let database: Awaited<ReturnType<typeof kind.open>>;
      let folder: string;
      let service: RunningProcess;
      let client: TurnkeyClient;
      let receiver: WebhookReceiver;
      let sent = 0;
      const envelope = () => ({
        timestampMs: String(Date.now() - (sent += 1)),
        organizationId: service.ready.organizationId,
      });

      beforeAll(async () => {
        database = await kind.open();
        folder = mkdtempSync(join(tmpdir(), 'keyops-published-wire-'));
        receiver = await WebhookReceiver.start();
        service = await startServiceProcess({
          data: join(folder, 'data'),
          rootPublicKey: publicKey,
          storageKey: randomBytes(32),
          extraArguments: ['--allow-private-webhooks', '--wire', 'published', ...database.processArguments],
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

      interface PublishedKey {
        readonly kid: string;
        readonly x: string;
        readonly turnkey_signature_algorithm: string;
        readonly turnkey_signature_version: string;
      }

      async function publishedKeys(): Promise<PublishedKey[]> {
        const response = await fetch(`${service.ready.url}/public/v1/discovery/webhooks/jwks`);
        return ((await response.json()) as { keys: PublishedKey[] }).keys;
      }

      /** By the vendor's verifier, on the headers as they came. */
      const byVendor = async ({ headers, body }: Received) =>
        verifyTurnkeyWebhookSignature({
          ...{ headers: headers, body, maxTimestampAgeMs: 5 * 60 * 1000 },
          verificationKeys: (await publishedKeys()).map(({ kid, x }) => ({
            keyId: kid,
            publicKey: Buffer.from(x, 'base64url').toString('hex'),
          })),
        });

      /** By Node's own crypto, after PROTOCOL.md, section 8. */
      async function byNode({ headers, body }: Received): Promise<boolean> {
        const at = (name: string): string => String(headers[`x-turnkey-${name}`]);
        const key = (await publishedKeys()).find(({ kid }) => kid === at('signature-key-id'));
        const start = [
          'signature-version',
          'signature-algorithm',
          'signature-key-id',
          'timestamp',
          'event-id',
        ].map(at);
        return verify(
          null,
          Buffer.concat([Buffer.from(`${start.join('.')}.`), body]),
          createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key?.x ?? '' }, format: 'jwk' }),
          Buffer.from(at('signature'), 'hex'),
        );
      }

      test('the vendor’s verifier holds on deliveries exactly as they are sent', async () => {
        const created = await client.createWebhookEndpoint({
          type: 'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT',
          ...envelope(),
          parameters: {
            url: receiver.url,
            name: 'Hooks',
            subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }],
          },
        });
        const [delivery] = await receiver.waitFor(1);
        if (delivery === undefined) throw new Error('a delivery');
        expect(JSON.parse(delivery.body.toString())).toEqual(created.activity);
        expect(created.activity.createdAt).toEqual({
          seconds: expect.stringMatching(/^\d{10}$/) as string,
          nanos: expect.stringMatching(/^\d{1,9}$/) as string,
        });
        expect(await byVendor(delivery)).toMatchObject({
          ok: true,
          eventId: delivery.headers['x-turnkey-event-id'],
        });
        expect(await byNode(delivery)).toBe(true);
        expect(Object.keys(delivery.headers).filter((name) => name.startsWith('x-service-'))).toEqual([]);
        expect(delivery.headers).toMatchObject({
          'x-turnkey-organization-id': service.ready.organizationId,
          'x-turnkey-event-type': 'ACTIVITY_UPDATES',
          'x-turnkey-webhook-version': '1',
        });
        const [key] = await publishedKeys();
        expect([key?.turnkey_signature_algorithm, key?.turnkey_signature_version]).toEqual(['ed25519', 'v1']);

        const tampered = { ...delivery, body: Buffer.concat([delivery.body, Buffer.from(' ')]) };
        expect([await byVendor(tampered), await byNode(tampered)]).toEqual([
          { ok: false, reason: 'invalid_signature' },
          false,
        ]);
      });

      test('the log says at start what is looser, and the fingerprints of the keys that a console pins', async () => {
        const lines = service.output.stderr.split('\n').filter((line) => line !== '');
        const logged = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
        expect(logged.find(({ msg }) => msg.startsWith('the published form'))?.level).toBe(40);
        await expect.poll(() => service.output.stderr).toContain('keyFingerprints');
        const ready =
          service.output.stderr.split('\n').find((line) => line.includes('keyFingerprints')) ?? '';
        const { keyFingerprints } = JSON.parse(ready) as { keyFingerprints: object };
        const pinned = readPinnedKeys(JSON.stringify(service.ready));
        expect(keyFingerprints).toEqual(
          Object.fromEntries(Object.entries(pinned ?? {}).map(([name, key]) => [name, keyFingerprint(key)])),
        );
      });

      test('the vendor’s client makes a key without an end, works with it, and reads refusals', async () => {
        const { organizationId, rootUserId } = service.ready;
        const other = randomBytes(32);
        const otherKey = apiPublicKeyOf('API_KEY_CURVE_P256', other);
        const { activity } = await client.createApiKeys({
          type: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2',
          ...envelope(),
          parameters: {
            userId: rootUserId,
            apiKeys: [{ apiKeyName: 'CI', publicKey: otherKey, curveType: 'API_KEY_CURVE_P256' }],
          },
        });
        expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
        const stamper = new ApiKeyStamper({ apiPublicKey: otherKey, apiPrivateKey: other.toString('hex') });
        const second = new TurnkeyClient({ baseUrl: service.ready.url }, stamper);
        const { apiKeys } = await second.getApiKeys({ organizationId, userId: rootUserId });
        const made = apiKeys.find(({ credential }) => credential.publicKey === otherKey);
        expect(made?.expirationSeconds).toBeUndefined();
        expect(made?.createdAt.seconds).toMatch(/^\d{10}$/);

        const refused = await second
          .getUser({ organizationId, userId: organizationId })
          .catch((error: unknown) => error as TurnkeyRequestError);
        expect(refused).toBeInstanceOf(TurnkeyRequestError);
        const details: unknown = (refused as TurnkeyRequestError).details;
        expect(details).toContainEqual({
          '@type': 'type.googleapis.com/errors.v1.TurnkeyErrorDetail',
          turnkeyErrorCode: 'UNSPECIFIED',
        });
      });
    },
  );
}
