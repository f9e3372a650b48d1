import { listSecrets as operation } from '../../protocol/catalogue/secrets.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { listSecretsOf } from '../storage/secrets.ts';
import { objectPageOf } from './object-page-of.ts';

export const listSecrets = queryHandler(operation, async ({ store, caller }, { paginationOptions }) => {
  const secrets = await listSecretsOf(store, caller.organizationId, objectPageOf(paginationOptions));
  return {
    secrets: secrets.map((secret) => ({
      secretId: secret.id,
      ...(secret.name === null ? {} : { name: secret.name }),
      staticProperties: JSON.parse(secret.static_properties) as { key?: string; value?: string }[],
      createdAtUnixMs: String(secret.created_at),
    })),
  };
});
