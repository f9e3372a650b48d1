import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { createPolicy } from '../../protocol/catalogue/policies.ts';
import type { SubmitContext } from '../activities/operation-handler.ts';
import { insertPolicy } from '../storage/policies.ts';
import { checkPolicy } from './policy-fields.ts';

/**
 * Keeps a new policy.
 * @param under where the policy stands in the request, for errors
 * @returns its id
 * @throws ServiceError REQUEST_INVALID
 */
export async function keepPolicy(
  { store, caller, now }: SubmitContext,
  wanted: z.output<typeof createPolicy.parameters>,
  under: string,
): Promise<string> {
  const row = {
    id: randomUUID(),
    organization_id: caller.organizationId,
    name: wanted.policyName,
    effect: wanted.effect,
    condition: wanted.condition ?? null,
    consensus: wanted.consensus ?? null,
    time: wanted.time ?? null,
    notes: wanted.notes,
    created_at: now,
    updated_at: now,
  };
  await checkPolicy(store, row, {
    name: `${under}.policyName`,
    condition: `${under}.condition`,
    consensus: `${under}.consensus`,
    time: `${under}.time`,
  });
  await insertPolicy(store, row);
  return row.id;
}
