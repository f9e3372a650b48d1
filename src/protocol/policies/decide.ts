import {
  type Outcome,
  type Policy,
  type RootQuorum,
  type Voter,
  askedWith,
  evaluatePolicy,
  meetsQuorum,
  userIdsOf,
} from './evaluate-policy.ts';
import type { Work } from './evaluate.ts';
import type { Struct } from './value.ts';

/** Everything a decision is made from. */
export interface DecisionInput {
  readonly rootQuorum: RootQuorum;
  /** Whether the root quorum alone may decide, such as over `remove_organization_feature`. */
  readonly rootOnly: boolean;
  /** The policies of the organization; not looked at when `rootOnly`. */
  readonly policies: readonly Policy[];
  /** The values of the condition's keywords. */
  readonly condition: Struct;
  /** Whoever approved, with the credential used; the user who made the request is the first. */
  readonly approvals: readonly Voter[];
  /** Whoever rejected; a user who did both counts as rejecting. */
  readonly rejections: readonly Voter[];
  /** All users of the organization, once for each credential. */
  readonly electorate: readonly Voter[];
  /** What may be evaluated, shared by all inputs of one decision; each has its own when left out. */
  readonly work?: Work;
}

export interface Decision {
  readonly outcome: Exclude<Outcome, 'OUTCOME_TIME_INACTIVE' | 'OUTCOME_ERROR'>;
  /** What each policy said; empty when the root quorum decided and none was asked. */
  readonly policies: readonly { readonly policyId: string; readonly outcome: Outcome }[];
}

/**
 * Decides over a new request: docs/policies.md, "The decision". In order: root quorum met, allow; explicit deny; allow;
 * consensus needed; implicit deny. A policy that ends in an error allows nothing; one that denies then denies what it speaks of.
 */
export function decide(input: DecisionInput): Decision {
  return tally(input, input.approvals, input.electorate);
}

/**
 * Decides over a request that is open, after a further vote: docs/policies.md, "Rejections". Whether anybody's approval
 * stands at the moment does not matter: it stays open as long as those who did not reject can allow it.
 */
export function decideOpen(input: DecisionInput): Decision {
  const rejecters = userIdsOf(input.rejections);
  const stays = ({ userId }: Voter): boolean => !rejecters.has(userId);
  const approvals = input.approvals.filter(stays);
  const electorate = input.electorate.filter(stays);
  const left = tally(input, approvals, electorate);
  if (left.outcome === 'OUTCOME_ALLOW') return left;

  const couldAllow = tally(input, input.rejections, input.electorate).outcome === 'OUTCOME_ALLOW';
  const canRoot = meetsQuorum(input.rootQuorum, userIdsOf([...approvals, ...electorate]));
  const canOthers = canRoot || left.outcome === 'OUTCOME_REQUIRES_CONSENSUS';
  if (couldAllow || !canOthers) return { ...left, outcome: 'OUTCOME_REJECTED' };
  // Nobody of the root quorum has to begin what is begun.
  return left.outcome === 'OUTCOME_DENY_IMPLICIT' ? { ...left, outcome: 'OUTCOME_REQUIRES_CONSENSUS' } : left;
}

function tally(input: DecisionInput, approvals: readonly Voter[], electorate: readonly Voter[]): Decision {
  const { rootQuorum, rootOnly, condition } = input;
  const approvers = userIdsOf(approvals);
  if (meetsQuorum(rootQuorum, approvers)) return { outcome: 'OUTCOME_ALLOW', policies: [] };

  const possible = [...approvals, ...electorate];
  const asked = askedWith(condition, approvals, possible, input.work);
  const policies = (rootOnly ? [] : input.policies).map((policy) => ({
    policyId: policy.policyId,
    outcome: evaluatePolicy(policy, asked),
  }));
  const says = (outcome: Outcome): boolean => policies.some((policy) => policy.outcome === outcome);
  // Policies cannot stop the root quorum: a deny that ended the request at its first vote would do just that.
  const rootUnderWay =
    rootQuorum.userIds.some((id) => approvers.has(id)) && meetsQuorum(rootQuorum, userIdsOf(possible));

  if (says('OUTCOME_DENY_EXPLICIT')) {
    return { outcome: rootUnderWay ? 'OUTCOME_REQUIRES_CONSENSUS' : 'OUTCOME_DENY_EXPLICIT', policies };
  }
  // What holds of nobody allows nothing: `approvers.all(…)` is true before anybody approved.
  if (says('OUTCOME_ALLOW'))
    return { outcome: approvals.length > 0 ? 'OUTCOME_ALLOW' : 'OUTCOME_REQUIRES_CONSENSUS', policies };
  if (rootUnderWay || says('OUTCOME_REQUIRES_CONSENSUS'))
    return { outcome: 'OUTCOME_REQUIRES_CONSENSUS', policies };
  return { outcome: 'OUTCOME_DENY_IMPLICIT', policies };
}

/** From the mildest to the strictest. */
const ORDER: readonly Decision['outcome'][] = [
  'OUTCOME_ALLOW',
  'OUTCOME_REQUIRES_CONSENSUS',
  'OUTCOME_DENY_IMPLICIT',
  'OUTCOME_DENY_EXPLICIT',
  // Last: it is final, where a denial leaves an open request as it is.
  'OUTCOME_REJECTED',
];

/**
 * Decides over a request that acts on several things: once for each, and the strictest decision counts, so that nothing
 * passes in the company of something that is allowed.
 * @param inputs one for each thing; at least one
 * @param decideOne `decide` for a new request, `decideOpen` for a further vote
 */
export function decideOverAll(
  inputs: readonly [DecisionInput, ...DecisionInput[]],
  decideOne: (input: DecisionInput) => Decision = decide,
): Decision {
  const [first, ...others] = inputs;
  return others
    .map(decideOne)
    .reduce(
      (strictest, decision) =>
        ORDER.indexOf(decision.outcome) > ORDER.indexOf(strictest.outcome) ? decision : strictest,
      decideOne(first),
    );
}
