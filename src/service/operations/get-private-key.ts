import { getPrivateKey as operation } from '../../protocol/catalogue/private-keys.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { addressesOfPrivateKey, findPrivateKey } from '../storage/private-keys.ts';
import { privateKeyRecord } from './private-key-record.ts';

export const getPrivateKey = queryHandler(operation, async ({ store, caller }, { privateKeyId }) => {
  const key = await findPrivateKey(store, caller.organizationId, privateKeyId);
  if (key === undefined)
    throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no private key found with the ID ${privateKeyId}`);
  return { privateKey: privateKeyRecord({ key, addresses: await addressesOfPrivateKey(store, key.id) }) };
});
