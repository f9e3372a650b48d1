import { type Policy, type Voter, consensusEnvironment } from '#protocol/policies/evaluate-policy.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import type { Expression } from '#protocol/policies/expression.ts';
import type { PolicyError } from '#protocol/policies/policy-error.ts';

/** The answer of each consensus when all users approve, in any order. */
export type EverybodysAnswers = ReadonlyMap<Expression, boolean | PolicyError>;

/**
 * Evaluates each consensus once with the approvals of all users, so that thousands of users aren't evaluated again for each
 * request or person. Leaves out a consensus whose answer depends on the order of the approvals.
 * @param pause lets others have their turn
 */
export async function answersOfEverybody(
  policies: readonly Policy[],
  electorate: readonly Voter[],
  pause: () => Promise<unknown>,
): Promise<EverybodysAnswers> {
  const environment = consensusEnvironment(electorate);
  const answers = new Map<Expression, boolean | PolicyError>();
  for (const { consensus } of policies) {
    if (consensus === undefined || answers.has(consensus) || hasOrder(consensus)) continue;
    await pause();
    answers.set(consensus, evaluate(consensus, environment));
  }
  return answers;
}

/** Whether an expression may tell one order of approvals from another, or whose credential is there twice. */
function hasOrder(expression: Expression): boolean {
  switch (expression.kind) {
    case 'name':
      return expression.name === 'credentials';
    case 'index':
    case 'slice':
      return true;
    case 'list':
      return expression.items.some(hasOrder);
    case 'not':
      return hasOrder(expression.operand);
    case 'logical':
      return expression.operands.some(hasOrder);
    case 'comparison':
      return hasOrder(expression.left) || hasOrder(expression.right);
    case 'visit':
      return hasOrder(expression.subject) || hasOrder(expression.predicate);
    case 'contains':
      return hasOrder(expression.subject) || hasOrder(expression.value);
    case 'field':
    case 'count':
      return hasOrder(expression.subject);
    case 'boolean':
    case 'integer':
    case 'string':
    case 'timestamp':
      return false;
  }
}
