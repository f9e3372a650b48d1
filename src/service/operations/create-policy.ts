import { createPolicy as operation } from '../../protocol/catalogue/policies.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { keepPolicy } from './keep-policy.ts';

export const createPolicy = submitHandler(operation, async (context, parameters) => ({
  policyId: await keepPolicy(context, parameters, 'parameters'),
}));
