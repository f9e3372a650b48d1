import * as policies from '#protocol/catalogue/policies.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/require-row.ts';
import { deleteRow, listRows, replaceRow } from '../../storage/rows.ts';
import { checkPolicy, keepPolicy, policyRecord } from './policy-fields.ts';

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

  listPolicies: async ({ store, caller }) => {
    const policies = await listRows(store, 'policy', caller.organizationId);
    return { policies: policies.map(policyRecord) };
  },
});
