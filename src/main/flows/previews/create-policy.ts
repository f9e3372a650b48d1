import { createPolicy } from '../../../protocol/catalogue/create-policy.ts';
import { genericPreview } from './generic.ts';
import { policyWarnings } from './policy-warnings.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Says whether the policy allows or denies, and what it does not narrow down. */
export const createPolicyPreview: PreviewMaker = async (parameters, context) => {
  const { policyName, effect, condition, consensus } = createPolicy.parameters.parse(parameters);
  const verb = effect === 'EFFECT_ALLOW' ? 'allows' : 'denies';
  return {
    ...(await genericPreview(parameters, context)),
    sentence: [
      { kind: 'text', value: `Create the policy “${policyName}”, which ${verb} what it describes.` },
    ],
    warnings: policyWarnings({ effect, condition, consensus }),
  };
};
