import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as policies from '#protocol/catalogue/policies.ts';
import type { PolicyRecord, createPolicy } from '#protocol/catalogue/policies.ts';
import { type PolicyPart, keywordsOf } from '#protocol/policies/fields.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';
import { MOST_READ, readExpression } from '../../engine/decision-context.ts';
import {
  type Prepared,
  type SubmitContext,
  handlersOf,
  isLargeWork,
  preparedAs,
} from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { timeText } from '../../engine/records.ts';
import type { PolicyRow } from '../../storage/schema.ts';
import { deleteRow, firstWhere, insertRow, recordsInTurns, replaceRow } from '../../storage/rows.ts';
import { sizeOfPolicies } from '../../storage/policy-sizes.ts';
import type { Store } from '../../storage/store.ts';
import { lookingAhead } from '../../storage/turns.ts';
import { featureError } from '../errors.ts';

/** Where in a request the name and the expressions of a policy stand. */
type Fields = Readonly<Record<'name' | PolicyPart, string>>;

const PARTS = ['condition', 'consensus', 'time'] as const;
const MIB = 2 ** 20;
type Expressions = Readonly<Partial<Record<PolicyPart, string | null | undefined>>>;

/** The characters of a policy's expressions. */
const lengthOf = (policy: Expressions): number =>
  PARTS.reduce((sum, part) => sum + (policy[part]?.length ?? 0), 0);

/** What reading an expression takes, in milliseconds for each character. */
const MS_OF_CHARACTER = 1 / 20_000;

const workOf = (policies: readonly Expressions[]): number =>
  MS_OF_CHARACTER * policies.reduce((sum, policy) => sum + lengthOf(policy), 0);

/** Says that the expressions of a request have been read, and can be. */
class ReadExpressions implements Prepared {
  wipe(): void {
    // Nothing is secret from who sent them.
  }
}

/**
 * Refuses the name of another policy.
 * @throws ServiceError REQUEST_INVALID
 */
async function checkName(
  store: Store,
  { id, organization_id, name }: PolicyRow,
  field: string,
): Promise<void> {
  const namesake = await firstWhere(store, 'policy', { organization_id, name });
  if (namesake !== undefined && namesake.id !== id)
    throw featureError('REQUEST_INVALID.policyName', { field });
}

/**
 * Refuses expressions that can’t be parsed.
 * @throws ServiceError REQUEST_INVALID
 */
function checkExpressions(policy: Expressions, fields: Fields): void {
  for (const part of PARTS) {
    const text = policy[part];
    if (typeof text === 'string') checkExpression(text, part, fields[part]);
  }
}

function checkExpression(text: string, part: PolicyPart, field: string): void {
  try {
    readExpression(text, keywordsOf(part));
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw featureError('REQUEST_INVALID.policyExpression', { field, part, why: error.message, cause: error });
  }
}

type Wanted = z.output<typeof createPolicy.parameters>;

/** The paths of a policy’s fields. @param under its own path in the request */
const fieldsUnder = (under: string): Fields => ({
  name: `${under}.policyName`,
  condition: `${under}.condition`,
  consensus: `${under}.consensus`,
  time: `${under}.time`,
});

/**
 * Keeps a new policy whose expressions can be read.
 * @returns its id
 * @throws ServiceError REQUEST_INVALID
 */
async function keepPolicy(
  { store, caller, now }: SubmitContext,
  wanted: Wanted,
  fields: Fields,
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
  await checkName(store, row, fields.name);
  await insertRow(store, 'policy', row);
  return row.id;
}

/**
 * Each decision needs all policies parsed. Beyond the size of the cache it would parse all of them again.
 * @throws ServiceError RESOURCE_EXHAUSTED
 */
async function requireModest({ store, caller }: SubmitContext): Promise<void> {
  if ((await sizeOfPolicies(store, caller.organizationId)) > MOST_READ)
    throw featureError('UNSPECIFIED.policies', { most: MOST_READ / MIB });
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

const fieldsOf = (index: number): Fields => fieldsUnder(`parameters.policies.${index}`);

const FIELDS = {
  name: 'parameters.policyName',
  condition: 'parameters.policyCondition',
  consensus: 'parameters.policyConsensus',
  time: 'parameters.time',
} as const;

export const policyHandlers = handlersOf(policies, {
  createPolicy: async (context, parameters) => {
    const fields = fieldsUnder('parameters');
    checkExpressions(parameters, fields);
    const policyId = await keepPolicy(context, parameters, fields);
    await requireModest(context);
    return { policyId };
  },

  createPolicies: {
    work: ({ policies }) => workOf(policies),
    prepare: async (_context, { policies }) => {
      await lookingAhead.doEach(policies, (policy, index) => {
        checkExpressions(policy, fieldsOf(index));
      });
      return new ReadExpressions();
    },
    handle: async (context, { policies }) => {
      const isLarge = isLargeWork(workOf(policies));
      if (isLarge) preparedAs(context, ReadExpressions);
      const policyIds = [];
      for (const [index, policy] of policies.entries()) {
        const fields = fieldsOf(index);
        if (!isLarge) checkExpressions(policy, fields);
        policyIds.push(await keepPolicy(context, policy, fields));
      }
      await requireModest(context);
      return { policyIds };
    },
  },

  updatePolicy: async (context, parameters) => {
    const { store, caller, now } = context;
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
    await checkName(store, row, FIELDS.name);
    checkExpressions(row, FIELDS);
    await replaceRow(store, 'policy', row);
    // Shorter is always allowed: an earlier version kept more.
    if (lengthOf(row) > lengthOf(known)) await requireModest(context);
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
