import type { FastifyInstance } from 'fastify';
import { fromHex } from '#protocol/encoding.ts';
import { webhookJwk } from '#protocol/webhook-keys.ts';
import type { Store } from '../storage/store.ts';
import { webhookKeyRows } from '../storage/webhook-keys.ts';
import { KEYS_MAX_AGE_SECONDS, publishedKeysOf } from '../webhooks/signing-keys.ts';

/** Adds the discovery of the keys that webhooks are signed with: for anyone (specification, "Key discovery"). */
export function addWebhookKeysRoute(
  server: FastifyInstance,
  { store, now }: { readonly store: Store; readonly now: () => number },
): void {
  server.get('/public/v1/discovery/webhooks/jwks', async (_, reply) => {
    const published = publishedKeysOf(await webhookKeyRows(store), now());
    const keys = published.map((row) => webhookJwk(row.id, fromHex(row.public_key)));
    return reply
      .type('application/json; charset=utf-8')
      .header('Cache-Control', `public, max-age=${KEYS_MAX_AGE_SECONDS}`)
      .send(JSON.stringify({ keys }));
  });
}
