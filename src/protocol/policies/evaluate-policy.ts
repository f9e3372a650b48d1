import { consensusEnvironment, type Voter } from './voter.ts';
import { concerns } from './concerns.ts';
import { evaluate } from './evaluate.ts';
import type { Expression } from './expression.ts';
import { PolicyError } from './policy-error.ts';
import type { Struct } from './value.ts';

/** What is decided, of a request or by one policy (OPERATIONS.md, v1Outcome). */
export type Outcome =
  | 'OUTCOME_ALLOW'
  | 'OUTCOME_REQUIRES_CONSENSUS'
  | 'OUTCOME_REJECTED'
  | 'OUTCOME_DENY_EXPLICIT'
  | 'OUTCOME_DENY_IMPLICIT'
  | 'OUTCOME_TIME_INACTIVE'
  | 'OUTCOME_ERROR';

/** A policy with its expressions parsed; one that is absent holds always. */
export interface Policy {
  readonly policyId: string;
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly consensus?: Expression;
  readonly condition?: Expression;
  /** When the policy takes part at all. */
  readonly time?: Expression;
}

/**
 * What one policy says. A policy whose condition or consensus does not hold says OUTCOME_DENY_IMPLICIT: nothing that allows.
 * A deny policy that ends in an error denies: whoever chooses a request's data could choose the error as well. Only an
 * error on a request that the policy does not speak of stays OUTCOME_ERROR.
 * @param condition the values of the condition's keywords; `time` is read from it as well
 * @param approvals who approved so far
 * @param possible who could still have approved, those of `approvals` included
 */
export function evaluatePolicy(
  policy: Policy,
  condition: Struct,
  approvals: readonly Voter[],
  possible: readonly Voter[],
): Outcome {
  const holds = (expression: Expression | undefined, environment: Struct): boolean | PolicyError =>
    expression === undefined || evaluate(expression, environment);

  const active = holds(policy.time, condition);
  if (active === false) return 'OUTCOME_TIME_INACTIVE';
  const applies = holds(policy.condition, condition);
  const agreed = holds(policy.consensus, consensusEnvironment(approvals));
  if ([active, applies, agreed].some((value) => value instanceof PolicyError)) {
    const isMeant = policy.condition === undefined || concerns(policy.condition, condition);
    const couldDeny = policy.effect === 'EFFECT_DENY' && applies !== false && agreed !== false;
    return isMeant && couldDeny ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_ERROR';
  }
  if (applies === false) return 'OUTCOME_DENY_IMPLICIT';
  if (agreed === true) return policy.effect === 'EFFECT_ALLOW' ? 'OUTCOME_ALLOW' : 'OUTCOME_DENY_EXPLICIT';
  if (policy.effect === 'EFFECT_DENY') return 'OUTCOME_DENY_IMPLICIT';
  return holds(policy.consensus, consensusEnvironment(possible)) === true
    ? 'OUTCOME_REQUIRES_CONSENSUS'
    : 'OUTCOME_DENY_IMPLICIT';
}
