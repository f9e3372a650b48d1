import { createPolicies as operation } from '../../protocol/catalogue/policies.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { keepPolicy } from './keep-policy.ts';

export const createPolicies = submitHandler(operation, async (context, { policies }) => {
  const policyIds = [];
  for (const [index, policy] of policies.entries())
    policyIds.push(await keepPolicy(context, policy, `parameters.policies.${index}`));
  return { policyIds };
});
