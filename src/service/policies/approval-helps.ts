import { consensusEnvironment, userIdsOf, type Voter } from '#protocol/policies/voter.ts';
import type { PolicyInput } from './decide.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import { evaluatePolicy } from '#protocol/policies/evaluate-policy.ts';
import type { Expression } from '#protocol/policies/expression.ts';
import { meetsQuorum } from '#protocol/policies/root-quorum.ts';

/** Beyond so many others, fewer orders are tried: the work grows with the square. */
const MANY = 64;

/**
 * Whether a user's approval could help a request that needs consensus: as one of the root quorum, or because with it some
 * allow policy's consensus can hold where without it, it does not. What `canApprove` says.
 * @param question as given to `decide`, which said OUTCOME_REQUIRES_CONSENSUS
 */
export function approvalHelps(question: PolicyInput, userId: string): boolean {
  const { rootQuorum, approvals, rejections, electorate } = question;
  const rejecters = userIdsOf(rejections);
  if (rejecters.has(userId) || userIdsOf(approvals).has(userId)) return false;
  const own = electorate.filter((hand) => hand.userId === userId);
  if (own.length === 0) return false;

  const given = approvals.filter((hand) => !rejecters.has(hand.userId));
  const others = electorate.filter((hand) => hand.userId !== userId && !rejecters.has(hand.userId));
  const possible = [...given, ...others, ...own];
  if (rootQuorum.userIds.includes(userId) && meetsQuorum(rootQuorum, userIdsOf(possible))) return true;
  if (question.rootOnly) return false;
  return question.policies.some(
    (policy) =>
      policy.consensus !== undefined &&
      evaluatePolicy(policy, question.condition, given, possible) === 'OUTCOME_REQUIRES_CONSENSUS' &&
      isPivotal(policy.consensus, given, others, own),
  );
}

/**
 * Looks for others whose approval is not enough without the user and is with the user: as many as can be added with the
 * consensus still failing, in several orders. More approvals are taken to make a consensus hold, never fail.
 */
function isPivotal(
  consensus: Expression,
  given: readonly Voter[],
  others: readonly Voter[],
  own: readonly Voter[],
): boolean {
  const holds = (hands: readonly Voter[]): boolean =>
    evaluate(consensus, consensusEnvironment(hands)) === true;
  const starts =
    others.length > MANY ? [0, others.length - 1] : [...Array(Math.max(1, others.length)).keys()];
  return starts.some((start) => {
    const order = [...others.slice(start), ...others.slice(0, start)];
    const short = order.reduce<readonly Voter[]>(
      (hands, hand) => (holds([...hands, hand]) ? hands : [...hands, hand]),
      given,
    );
    return holds([...short, ...own]);
  });
}
