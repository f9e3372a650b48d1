import { userIdsOf, type Hand } from './ballot.ts';
import { evaluatePolicy, type Outcome, type Policy } from './evaluate-policy.ts';
import { meetsQuorum, type RootQuorum } from './root-quorum.ts';
import type { Struct } from './value.ts';

/** Everything a decision is made from. */
export interface Question {
  readonly rootQuorum: RootQuorum;
  /** Whether the root quorum alone may decide, such as over `remove_organization_feature`. */
  readonly rootOnly: boolean;
  /** The policies of the organization; not looked at when `rootOnly`. */
  readonly policies: readonly Policy[];
  /** The values of the condition's keywords. */
  readonly condition: Struct;
  /** Whoever approved, with the credential used; the user who made the request is the first. */
  readonly approvals: readonly Hand[];
  /** Whoever rejected; a user who did both counts as rejecting. */
  readonly rejections: readonly Hand[];
  /** All users of the organization, once for each credential. */
  readonly electorate: readonly Hand[];
}

export interface Decision {
  readonly outcome: Exclude<Outcome, 'OUTCOME_TIME_INACTIVE' | 'OUTCOME_ERROR'>;
  /** What each policy said; empty when the root quorum decided and none was asked. */
  readonly policies: readonly { readonly policyId: string; readonly outcome: Outcome }[];
}

/**
 * Decides over a request: docs/policies.md, "The decision". In order: root quorum met, allow; explicit deny; allow;
 * rejected; consensus needed; implicit deny. A policy that ends in an error decides nothing.
 */
export function decide(question: Question): Decision {
  const undisturbed = tally(question, question.approvals, question.electorate);
  const rejecters = userIdsOf(question.rejections);
  if (rejecters.size === 0) return undisturbed;

  const stays = ({ userId }: Hand): boolean => !rejecters.has(userId);
  const left = tally(question, question.approvals.filter(stays), question.electorate.filter(stays));
  if (left.outcome === 'OUTCOME_ALLOW' || left.outcome === 'OUTCOME_DENY_EXPLICIT') return left;
  // Rejected when those who rejected could have allowed it by themselves, or when nobody else can any more.
  const alone = tally(question, question.rejections, question.electorate).outcome === 'OUTCOME_ALLOW';
  const wasOpen =
    undisturbed.outcome === 'OUTCOME_REQUIRES_CONSENSUS' || undisturbed.outcome === 'OUTCOME_ALLOW';
  const lost = wasOpen && left.outcome === 'OUTCOME_DENY_IMPLICIT';
  return alone || lost ? { ...left, outcome: 'OUTCOME_REJECTED' } : left;
}

function tally(question: Question, approvals: readonly Hand[], electorate: readonly Hand[]): Decision {
  const { rootQuorum, rootOnly, condition } = question;
  const approvers = userIdsOf(approvals);
  if (meetsQuorum(rootQuorum, approvers)) return { outcome: 'OUTCOME_ALLOW', policies: [] };

  const possible = [...approvals, ...electorate];
  const policies = (rootOnly ? [] : question.policies).map((policy) => ({
    policyId: policy.policyId,
    outcome: evaluatePolicy(policy, condition, approvals, possible),
  }));
  const says = (outcome: Outcome): boolean => policies.some((policy) => policy.outcome === outcome);
  // Policies cannot stop the root quorum: a deny that ended the request at its first vote would do just that.
  const rootUnderWay =
    rootQuorum.userIds.some((id) => approvers.has(id)) && meetsQuorum(rootQuorum, userIdsOf(possible));

  if (says('OUTCOME_DENY_EXPLICIT')) {
    return { outcome: rootUnderWay ? 'OUTCOME_REQUIRES_CONSENSUS' : 'OUTCOME_DENY_EXPLICIT', policies };
  }
  if (says('OUTCOME_ALLOW')) return { outcome: 'OUTCOME_ALLOW', policies };
  if (rootUnderWay || says('OUTCOME_REQUIRES_CONSENSUS'))
    return { outcome: 'OUTCOME_REQUIRES_CONSENSUS', policies };
  return { outcome: 'OUTCOME_DENY_IMPLICIT', policies };
}
