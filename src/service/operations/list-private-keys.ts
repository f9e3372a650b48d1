import { listPrivateKeys as operation } from '../../protocol/catalogue/private-keys.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { listPrivateKeysOf } from '../storage/private-keys.ts';
import { objectPageOf } from './object-page-of.ts';
import { privateKeyRecord } from './private-key-record.ts';

export const listPrivateKeys = queryHandler(operation, async ({ store, caller }, { paginationOptions }) => {
  const page = paginationOptions == null ? undefined : objectPageOf(paginationOptions);
  const keys = await listPrivateKeysOf(store, caller.organizationId, page);
  return { privateKeys: keys.map(privateKeyRecord) };
});
