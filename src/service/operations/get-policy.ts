import { getPolicy as operation } from '../../protocol/catalogue/policies.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { noSuchPolicy, policyRecord } from './policy-fields.ts';
import { findRow } from '../storage/rows.ts';

export const getPolicy = queryHandler(operation, async ({ store, caller }, { policyId }) => {
  const row = await findRow(store, 'policy', caller.organizationId, policyId);
  if (row === undefined) throw noSuchPolicy(policyId);
  return { policy: policyRecord(row) };
});
