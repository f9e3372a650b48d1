import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { webhookHandlers } from '#service/features/webhooks/operations.ts';
import type { WebhookEndpointRow } from '#service/storage/integrations-schema.ts';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import { allWhere, findRow, insertRow } from '#service/storage/rows.ts';
import { type Store, openStore } from '#service/storage/store.ts';
import { GroupCommitWriter, type Writer } from '#service/storage/writer.ts';
import { deleteEndpoint, forgetDeletedEndpoints, isDeleted } from '#service/webhooks/deleted-endpoints.ts';
import { insertWebhookEvent } from '#service/webhooks/store.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

const organizationId = '11111111-1111-4111-8111-111111111111';

const engines = [
  ['a file', undefined],
  ['PostgreSQL', noPostgres],
] as const;
describe.each(engines)('endpoints with deliveries, in %s', (engine, missing) => {
  const on = test.skipIf(engine === 'PostgreSQL' && missing !== undefined);
  let folder: string;
  let server: PostgresServer | undefined;
  let store: Store;
  let writer: Writer;

  beforeEach(async () => {
    if (engine === 'PostgreSQL' && missing !== undefined) return;
    folder = mkdtempSync(join(tmpdir(), 'keyops-webhooks-'));
    server = engine === 'PostgreSQL' ? await PostgresServer.start() : undefined;
    store =
      server === undefined ? await openStore(folder) : await openPostgresStore(await server.makeDatabase());
    writer = new GroupCommitWriter(store);
    await insertRow(store, 'organization', { id: organizationId, name: 'Local', created_at: 0 });
    for (const id of ['many', 'few', 'other'])
      await insertRow(store, 'webhook_endpoint', {
        ...{ id, organization_id: organizationId, url: 'https://hooks.example/', name: id, is_active: 1 },
        ...{ subscriptions: '[{"eventType":"ACTIVITY_UPDATES"}]', created_at: 0, updated_at: 0 },
      });
    await store.transaction().execute(async (unit) => {
      for (let number = 0; number < 175; number += 1) {
        const told = ['many', ...(number < 50 ? ['few', 'other'] : [])];
        const event = {
          id: `event ${number}`,
          organization_id: organizationId,
          event_type: 'ACTIVITY_UPDATES',
        };
        await insertWebhookEvent(unit, { ...event, body: '{}', created_at: 0 }, told, 1);
      }
    });
  });
  afterEach(async () => {
    if (engine === 'PostgreSQL' && missing !== undefined) return;
    await store.destroy();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const endpoint = async (id: string): Promise<WebhookEndpointRow | undefined> =>
    await findRow(store, 'webhook_endpoint', organizationId, id);
  const remove = async (id: string) => {
    const row = await endpoint(id);
    if (row !== undefined) await writer.write((unit) => deleteEndpoint(unit, row));
  };
  const left = async (): Promise<Record<string, number>> => {
    const rows = await store.selectFrom('webhook_delivery').select('endpoint_id').execute();
    const counts: Record<string, number> = {};
    for (const { endpoint_id } of rows) counts[endpoint_id] = (counts[endpoint_id] ?? 0) + 1;
    return counts;
  };

  on('one with few goes at once, with them', async () => {
    await remove('few');
    expect(await endpoint('few')).toBeUndefined();
    expect(await left()).toEqual({ many: 175, other: 50 });
  });

  on('attack: one with many holds nobody up: it is gone for everybody, and they go in parts', async () => {
    await remove('many');
    const kept = await endpoint('many');
    expect(kept && isDeleted(kept)).toBe(true);
    expect(kept).toMatchObject({ url: '', name: '', subscriptions: '[]' });
    expect(await left()).toEqual({ many: 175, few: 50, other: 50 });

    const taken: number[] = [];
    const watched: Writer = {
      write: (work, scope) =>
        writer.write(async (unit) => {
          const count = async () =>
            (await unit.selectFrom('webhook_delivery').select('sequence').execute()).length;
          const [had, done] = [await count(), await work(unit)];
          taken.push(had - (await count()));
          return done;
        }, scope),
      onCommit: (listener) => writer.onCommit(listener),
      settled: () => writer.settled(),
    };
    // The service ends after two parts.
    let parts = 0;
    await forgetDeletedEndpoints(store, watched, () => (parts += 1) <= 2);
    expect(taken).toEqual([50, 50]);
    await forgetDeletedEndpoints(store, watched, () => true);
    expect(taken).toEqual([50, 50, 50, 25]);
    expect(await left()).toEqual({ few: 50, other: 50 });
    expect(
      (await allWhere(store, 'webhook_endpoint', { organization_id: organizationId })).map(({ id }) => id),
    ).toEqual(['few', 'other']);
  });

  on('one whose deliveries are yet to go is nobody’s any more', async () => {
    await remove('many');
    const caller = { organizationId };
    const ask = (path: string, parameters: object): Promise<unknown> => {
      const handler = webhookHandlers.find(({ operation }) => operation.path === path);
      if (handler === undefined || handler.kind === 'vote') throw new Error(`There is no ${path}.`);
      return handler.handle({ store, caller, now: 1, allowPrivateWebhooks: false } as never, parameters);
    };
    const { webhookEndpoints } = (await ask('list_webhook_endpoints', {})) as { webhookEndpoints: object[] };
    expect(webhookEndpoints).toMatchObject([{ endpointId: 'few' }, { endpointId: 'other' }]);
    for (const path of ['update_webhook_endpoint', 'delete_webhook_endpoint'])
      await expect(ask(path, { endpointId: 'many', isActive: true })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
  });
});
