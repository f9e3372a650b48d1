import { deletePolicy } from '../../../protocol/catalogue/delete-policy.ts';
import { listPolicies } from '../../../protocol/catalogue/list-policies.ts';
import type { Warning } from '../../../protocol/chains/reading.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Names the policy that goes and what it says now. */
export const deletePolicyPreview: PreviewMaker = async (parameters, { ask }) => {
  const { policyId } = deletePolicy.parameters.parse(parameters);
  const policy = (await ask(listPolicies, {})).policies.find((each) => each.policyId === policyId);
  return {
    sentence: [{ kind: 'text', value: `Delete the policy “${policy?.policyName ?? policyId}”.` }],
    facts: [
      { label: 'Policy', value: policyId, kind: 'data' },
      ...(policy === undefined
        ? []
        : [
            { label: 'Effect', value: policy.effect, kind: 'text' as const },
            { label: 'Condition', value: policy.condition || 'none', kind: 'text' as const },
            { label: 'Consensus', value: policy.consensus || 'none', kind: 'text' as const },
          ]),
    ],
    warnings: policy?.effect === 'EFFECT_DENY' ? [NO_LONGER_DENIED] : [],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

const NO_LONGER_DENIED: Warning = {
  code: 'POLICY_NO_LONGER_DENIES',
  severity: 'caution',
  title: 'What it denied is denied no longer',
  text: 'Whatever another policy allows goes through from then on.',
};
