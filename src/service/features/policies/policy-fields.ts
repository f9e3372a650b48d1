import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { createPolicy, PolicyRecord } from '#protocol/catalogue/policies.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { timeText } from '../../engine/record.ts';
import { parsePart } from '#protocol/policies/fields.ts';
import type { PolicyPart } from '#protocol/policies/fields.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';
import { featureError } from '../errors.ts';
import type { PolicyRow } from '../../storage/consensus-schema.ts';
import { insertRow, listRows } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

/** Where in a request the name and the expressions of a policy stand. */
type Fields = Readonly<Record<'name' | PolicyPart, string>>;

/**
 * Checks a policy before it is kept: its name is its own, its expressions can be read.
 * @throws ServiceError REQUEST_INVALID
 */
export async function checkPolicy(store: Store, row: PolicyRow, fields: Fields): Promise<void> {
  const others = await listRows(store, 'policy', row.organization_id);
  if (others.some(({ id, name }) => id !== row.id && name === row.name))
    throw featureError('REQUEST_INVALID.policyName', { field: fields.name });
  for (const part of ['condition', 'consensus', 'time'] as const) {
    const text = row[part];
    if (text !== null) checkExpression(text, part, fields[part]);
  }
}

function checkExpression(text: string, part: PolicyPart, field: string): void {
  try {
    parsePart(part, text);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw featureError('REQUEST_INVALID.policyExpression', { field, part, why: error.message, cause: error });
  }
}

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
  await insertRow(store, 'policy', row);
  return row.id;
}

/** The policy as queries show it. */
export const policyRecord = (row: PolicyRow): PolicyRecord => ({
  policyId: row.id,
  policyName: row.name,
  effect: row.effect,
  createdAt: timeText(row.created_at),
  updatedAt: timeText(row.updated_at),
  notes: row.notes,
  consensus: row.consensus ?? '',
  condition: row.condition ?? '',
  ...(row.time === null ? {} : { time: row.time }),
});
