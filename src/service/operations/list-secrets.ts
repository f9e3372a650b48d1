import { listSecrets as operation } from '../../protocol/catalogue/secrets.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { objectPageOf } from './object-page-of.ts';
import { pageOfRows } from '../storage/rows.ts';

export const listSecrets = queryHandler(operation, async ({ store, caller }, { paginationOptions }) => {
  const secrets = await pageOfRows(store, 'secret', caller.organizationId, objectPageOf(paginationOptions));
  return {
    secrets: secrets.map((secret) => ({
      secretId: secret.id,
      ...(secret.name === null ? {} : { name: secret.name }),
      staticProperties: JSON.parse(secret.static_properties) as { key?: string; value?: string }[],
      createdAtUnixMs: String(secret.created_at),
    })),
  };
});
