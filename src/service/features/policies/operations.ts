import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as policies from '#protocol/catalogue/policies.ts';
import type { PolicyRecord, createPolicy } from '#protocol/catalogue/policies.ts';
import { type PolicyPart, parsePart } from '#protocol/policies/fields.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';
import { type SubmitContext, handlersOf } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { timeText } from '../../engine/records.ts';
import type { PolicyRow } from '../../storage/schema.ts';
import { deleteRow, firstWhere, insertRow, recordsInTurns, replaceRow } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { featureError } from '../errors.ts';

/** Where in a request the name and the expressions of a policy stand. */
type Fields = Readonly<Record<'name' | PolicyPart, string>>;

/**
 * Checks a policy before it is kept: its name is its own, its expressions can be read.
 * @throws ServiceError REQUEST_INVALID
 */
async function checkPolicy(store: Store, row: PolicyRow, fields: Fields): Promise<void> {
  const { id, organization_id, name } = row;
  const namesake = await firstWhere(store, 'policy', { organization_id, name });
  if (namesake !== undefined && namesake.id !== id)
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
async function keepPolicy(
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

const FIELDS = {
  name: 'parameters.policyName',
  condition: 'parameters.policyCondition',
  consensus: 'parameters.policyConsensus',
  time: 'parameters.time',
} as const;

export const policyHandlers = handlersOf(policies, {
  createPolicy: async (context, parameters) => ({
    policyId: await keepPolicy(context, parameters, 'parameters'),
  }),

  createPolicies: async (context, { policies }) => {
    const policyIds = [];
    for (const [index, policy] of policies.entries())
      policyIds.push(await keepPolicy(context, policy, `parameters.policies.${index}`));
    return { policyIds };
  },

  updatePolicy: async ({ store, caller, now }, parameters) => {
    const { policyId } = parameters;
    const known = await requireRow({ store, caller }, 'policy', policyId);
    const row = {
      ...known,
      name: parameters.policyName ?? known.name,
      effect: parameters.policyEffect ?? known.effect,
      condition: parameters.policyCondition ?? known.condition,
      consensus: parameters.policyConsensus ?? known.consensus,
      time: parameters.time ?? known.time,
      notes: parameters.policyNotes ?? known.notes,
      updated_at: now,
    };
    await checkPolicy(store, row, FIELDS);
    await replaceRow(store, 'policy', row);
    return { policyId };
  },

  deletePolicy: async ({ store, caller }, { policyId }) => {
    await requireRow({ store, caller }, 'policy', policyId);
    await deleteRow(store, 'policy', caller.organizationId, policyId);
    return { policyId };
  },

  /** All of them, or none: one that is not there refuses the request. */
  deletePolicies: async ({ store, caller }, parameters) => {
    const policyIds = [...new Set(parameters.policyIds)];
    for (const policyId of policyIds) {
      await requireRow({ store, caller }, 'policy', policyId);
      await deleteRow(store, 'policy', caller.organizationId, policyId);
    }
    return { policyIds };
  },

  getPolicy: async ({ store, caller }, { policyId }) => {
    const row = await requireRow({ store, caller }, 'policy', policyId);
    return { policy: policyRecord(row) };
  },

  listPolicies: async (context) => ({
    policies: await recordsInTurns(context, 'policy', context.caller.organizationId, policyRecord),
  }),
});
