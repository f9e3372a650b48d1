import { listPolicies } from '../../../protocol/catalogue/list-policies.ts';
import { updatePolicy } from '../../../protocol/catalogue/update-policy.ts';
import type { Fact } from '../../../protocol/chains/reading.ts';
import { genericPreview } from './generic.ts';
import { policyWarnings } from './policy-warnings.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Says which policy changes, what it says now, and what it would not narrow down any more. */
export const updatePolicyPreview: PreviewMaker = async (parameters, context) => {
  const change = updatePolicy.parameters.parse(parameters);
  const { policies } = await context.ask(listPolicies, {});
  const now = policies.find(({ policyId }) => policyId === change.policyId);
  const parts = await genericPreview(parameters, context);
  const before: Fact[] =
    now === undefined
      ? []
      : [
          { label: 'Effect now', value: now.effect, kind: 'text' },
          { label: 'Condition now', value: now.condition || 'none', kind: 'text' },
          { label: 'Consensus now', value: now.consensus || 'none', kind: 'text' },
        ];
  const effect = change.policyEffect ?? now?.effect ?? 'EFFECT_ALLOW';
  return {
    ...parts,
    sentence: [{ kind: 'text', value: `Change the policy “${now?.policyName ?? change.policyId}”.` }],
    facts: [...parts.facts, ...before],
    warnings: policyWarnings({
      effect,
      condition: change.policyCondition ?? now?.condition,
      consensus: change.policyConsensus ?? now?.consensus,
    }),
  };
};
