import { createPolicy as operation } from '../../protocol/catalogue/create-policy.ts';
import { effect } from '../activities/effect.ts';
import { keepPolicy } from './keep-policy.ts';

export const createPolicy = effect(operation, async (context, parameters) => ({
  policyId: await keepPolicy(context, parameters, 'parameters'),
}));
