import type { TriedPolicy } from '#preload/contract/activities.ts';
import type { OperationParameters } from './id-options.ts';

export type Tried = TriedPolicy;
export type TriedBy = (parameters: OperationParameters) => Tried;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const effectOf = (value: unknown): Tried['effect'] =>
  value === 'EFFECT_ALLOW' || value === 'EFFECT_DENY' ? value : null;

/** The policy that a form makes or changes, by the path of its operation. */
export const TRIED: Readonly<Record<string, TriedBy>> = {
  create_policy: ({ effect, condition, consensus, time }) => ({
    policyId: null,
    effect: effectOf(effect),
    condition: text(condition),
    consensus: text(consensus),
    time: text(time),
  }),
  update_policy: ({ policyId, policyEffect, policyCondition, policyConsensus, time }) => ({
    policyId: text(policyId),
    effect: effectOf(policyEffect),
    condition: text(policyCondition),
    consensus: text(policyConsensus),
    time: text(time),
  }),
};

/** Whether a form writes a policy, by the path of its operation: what the policy comes to stands beside it. */
export const isPolicyForm = (path: string): boolean => Object.hasOwn(TRIED, path);
