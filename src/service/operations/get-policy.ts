import { getPolicy as operation } from '../../protocol/catalogue/policies.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { findPolicy } from '../storage/policies.ts';
import { noSuchPolicy, policyRecord } from './policy-fields.ts';

export const getPolicy = queryHandler(operation, async ({ store, caller }, { policyId }) => {
  const row = await findPolicy(store, caller.organizationId, policyId);
  if (row === undefined) throw noSuchPolicy(policyId);
  return { policy: policyRecord(row) };
});
