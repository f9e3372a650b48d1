import type { Store } from './store.ts';
import type { WebhookKeyRow } from './webhooks-schema.ts';

export async function insertWebhookKey(store: Store, row: WebhookKeyRow): Promise<void> {
  await store.insertInto('webhook_key').values(row).execute();
}

/** All keys that are kept, in the order in which they sign. */
export const webhookKeyRows = (store: Store): Promise<WebhookKeyRow[]> =>
  store.selectFrom('webhook_key').selectAll().orderBy('signs_from').orderBy('id').execute();

export async function deleteWebhookKey(store: Store, id: string): Promise<void> {
  await store.deleteFrom('webhook_key').where('id', '=', id).execute();
}
