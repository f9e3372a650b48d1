import { createPolicies as operation } from '../../protocol/catalogue/create-policies.ts';
import { effect } from '../activities/effect.ts';
import { keepPolicy } from './keep-policy.ts';

export const createPolicies = effect(operation, async (context, { policies }) => {
  const policyIds = [];
  for (const [index, policy] of policies.entries())
    policyIds.push(await keepPolicy(context, policy, `parameters.policies.${index}`));
  return { policyIds };
});
