import { listPrivateKeys as operation } from '../../protocol/catalogue/list-private-keys.ts';
import { answer } from '../activities/effect.ts';
import { listPrivateKeysOf } from '../storage/private-keys.ts';
import { privateKeyRecord } from './private-key-record.ts';

export const listPrivateKeys = answer(operation, async ({ store, caller }) => {
  const keys = await listPrivateKeysOf(store, caller.organizationId);
  return { privateKeys: keys.map(privateKeyRecord) };
});
