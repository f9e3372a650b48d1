import { listPolicies as operation } from '../../protocol/catalogue/policies.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { policyRecord } from './policy-fields.ts';
import { listRows } from '../storage/rows.ts';

export const listPolicies = queryHandler(operation, async ({ store, caller }) => {
  const policies = await listRows(store, 'policy', caller.organizationId);
  return { policies: policies.map(policyRecord) };
});
