import {
  type Outcome,
  type Policy,
  type RootQuorum,
  type Voter,
  askedWith,
  consensusEnvironment,
  evaluatePolicy,
  meetsQuorum,
  userIdsOf,
} from './evaluate-policy.ts';
import { evaluate } from './evaluate.ts';
import type { Expression } from './expression.ts';
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
  const asked = askedWith(condition, approvals, possible);
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

/** Beyond so many others, fewer orders are tried: the work grows with the square. */
const MANY = 64;

/**
 * Whether a user's approval could help a request that needs consensus: as one of the root quorum, or because with it some
 * allow policy's consensus can hold where without it, it does not. What `canApprove` says. Where a policy allows it by now, it
 * is settled at the next vote: of whoever could have helped.
 * @param input as given to `decide`, of a request that is open
 */
export function approvalHelps(input: DecisionInput, userId: string): boolean {
  const { rootQuorum, approvals, rejections, electorate } = input;
  const rejecters = userIdsOf(rejections);
  if (rejecters.has(userId) || userIdsOf(approvals).has(userId)) return false;
  const own = electorate.filter((voter) => voter.userId === userId);
  if (own.length === 0) return false;

  const given = approvals.filter((voter) => !rejecters.has(voter.userId));
  const others = electorate.filter((voter) => voter.userId !== userId && !rejecters.has(voter.userId));
  const possible = [...given, ...others, ...own];
  if (rootQuorum.userIds.includes(userId) && meetsQuorum(rootQuorum, userIdsOf(possible))) return true;
  if (input.rootOnly) return false;
  const asked = askedWith(input.condition, given, possible);
  // Many policies have one consensus, and it says the same of each.
  const known = new Map<Expression, boolean>();
  return input.policies.some((policy) => {
    const { consensus } = policy;
    const said = evaluatePolicy(policy, asked);
    const isAllowed = policy.effect === 'EFFECT_ALLOW' && said === 'OUTCOME_ALLOW';
    if (consensus === undefined || !(isAllowed || said === 'OUTCOME_REQUIRES_CONSENSUS')) return false;
    const answer =
      known.get(consensus) ??
      (isAllowed
        ? isPivotal(consensus, [], [...given, ...others], own)
        : isPivotal(consensus, given, others, own));
    known.set(consensus, answer);
    return answer;
  });
}

/**
 * Looks for others whose approval is not enough without the user and is with the user, in several orders: those that the
 * user needs at least, which takes few questions, and as many as can be added with the consensus still failing. More approvals are taken to
 * make a consensus hold, never fail.
 */
function isPivotal(
  consensus: Expression,
  given: readonly Voter[],
  others: readonly Voter[],
  own: readonly Voter[],
): boolean {
  const holds = (voters: readonly Voter[]): boolean =>
    evaluate(consensus, consensusEnvironment(voters)) === true;
  if (holds(given)) return false;
  const starts =
    others.length > MANY ? [0, others.length - 1] : [...Array(Math.max(1, others.length)).keys()];
  return starts.some((start) => {
    const order = [...others.slice(start), ...others.slice(0, start)];
    if (!holds([...given, ...order, ...own])) return false;
    const needed = fewest(order, (some) => holds([...given, ...some, ...own]));
    if (!holds([...given, ...needed])) return true;
    const short = order.reduce<readonly Voter[]>(
      (voters, voter) => (holds([...voters, voter]) ? voters : [...voters, voter]),
      given,
    );
    return holds([...short, ...own]);
  });
}

/**
 * A part of a list of which nothing can be left out, those that come first before others; it takes as many questions as the part is
 * long, times the halvings of the list between them (Junker, QuickXplain, 2004).
 * @param holds whether a part is enough; true of the whole list
 */
function fewest<T>(all: readonly T[], holds: (some: readonly T[]) => boolean): readonly T[] {
  const within = (kept: readonly T[], part: readonly T[], isNew: boolean): readonly T[] => {
    if (isNew && holds(kept)) return [];
    if (part.length <= 1) return part;
    const middle = part.length >> 1;
    const first = part.slice(0, middle);
    const ofSecond = within([...kept, ...first], part.slice(middle), true);
    return [...within([...kept, ...ofSecond], first, ofSecond.length > 0), ...ofSecond];
  };
  return holds([]) ? [] : within([], all, false);
}
