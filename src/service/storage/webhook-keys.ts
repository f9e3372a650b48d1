import type { Store } from './store.ts';
import type { WebhookKeyRow } from './webhooks-schema.ts';

/** All keys that are kept, in the order in which they sign. */
export const webhookKeyRows = (store: Store): Promise<WebhookKeyRow[]> =>
  store.selectFrom('webhook_key').selectAll().orderBy('signs_from').orderBy('id').execute();
