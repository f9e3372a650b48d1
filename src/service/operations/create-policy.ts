import { randomUUID } from 'node:crypto';
import { createPolicy as operation } from '../../protocol/catalogue/create-policy.ts';
import { effect } from '../activities/effect.ts';
import { insertPolicy } from '../storage/policies.ts';
import { checkPolicy } from './policy-fields.ts';

const FIELDS = { condition: 'condition', consensus: 'consensus', time: 'time' } as const;

export const createPolicy = effect(operation, async ({ store, caller, now }, parameters) => {
  const row = {
    id: randomUUID(),
    organization_id: caller.organizationId,
    name: parameters.policyName,
    effect: parameters.effect,
    condition: parameters.condition ?? null,
    consensus: parameters.consensus ?? null,
    time: parameters.time ?? null,
    notes: parameters.notes,
    created_at: now,
    updated_at: now,
  };
  await checkPolicy(store, row, FIELDS);
  await insertPolicy(store, row);
  return { policyId: row.id };
});
