import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshSigner } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { ProcessService } from '#test/fixtures/process-service.ts';
import { activityOf } from '#test/fixtures/team.ts';
import { WebhookReceiver } from '#test/fixtures/webhook-receiver.ts';

/** Longer than a lease stands, with what a slow machine needs beside it. */
const TAKEN_OVER_MS = 120_000;

describe.skipIf(noPostgres !== undefined)(
  `a process that is killed while it delivers, beside another on one PostgreSQL ${noPostgres ?? ''}`,
  () => {
    let server: PostgresServer;
    let receiver: WebhookReceiver;
    let other: ProcessService | undefined;

    beforeAll(async () => {
      [server, receiver] = [await PostgresServer.start(), await WebhookReceiver.start()];
    });
    afterAll(async () => {
      await other?.stop();
      await receiver.stop();
      await server.stop();
    });

    const make = async (at: ProcessService, privateKeyName: string) => {
      const key = { privateKeyName, curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] };
      return activityOf(await at.submit('create_private_keys', { privateKeys: [key] })).id;
    };
    const leases = () => server.ask('made_1', 'SELECT holder FROM webhook_lease');
    const pending = () => server.ask('made_1', `SELECT 1 FROM webhook_delivery WHERE state = 'pending'`);

    it('has what it began delivered by the other, under the same event id, and before what came later', async () => {
      const shared = { server, url: await server.makeDatabase(), storageKey: randomBytes(32) };
      const database = { ...shared, extraArguments: ['--allow-private-webhooks'] };
      const killed = await ProcessService.start(freshSigner(), database);
      // It takes the first delivery in and never answers: who delivers has the lease until then.
      receiver.answer = (response, n) => {
        if (n > 0) response.writeHead(204).end();
      };
      const subscriptions = [{ eventType: 'ACTIVITY_UPDATES' }];
      await killed.submit('create_webhook_endpoint', { url: receiver.url, name: 'Hooks', subscriptions });
      await receiver.waitFor(1);
      await make(killed, 'Before');
      // The other starts after that: an attempt is given up after ten seconds, and a start may take as long.
      const [lease] = await leases();
      expect(lease).toBeDefined();
      await killed.stop('SIGKILL');
      expect(await leases()).toEqual([lease]);

      other = await ProcessService.start(killed.root, database);
      await make(other, 'After');
      await expect.poll(pending, { timeout: TAKEN_OVER_MS }).toEqual([]);
      const delivered = receiver.received.map(({ body, headers }) => ({
        id: (JSON.parse(body.toString()) as { id: string }).id,
        event: headers['x-service-event-id'],
      }));
      const [begun, again] = delivered;
      expect(again).toEqual(begun);
      const made = await server.ask('made_1', 'SELECT id FROM activity ORDER BY id');
      expect(delivered.slice(1).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
      expect(delivered).toHaveLength(4);
      expect(await leases()).toEqual([]);
    });
  },
);
