import {
  type Asked,
  type Outcome,
  type Policy,
  type RootQuorum,
  type Voter,
  askedAlone,
  askedAmong,
  evaluateAlone,
  evaluateAmong,
  meetsQuorum,
  userIdsOf,
} from './evaluate-policy.ts';
import { oncePerList, oncePerObject } from '../once-per-list.ts';
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
export const decide = (input: DecisionInput): Decision =>
  tally(input, input.approvals).among(input.electorate);

/**
 * As `decide`, where one asks about many requests of the same people: what an expression was answered isn't evaluated again.
 * @param asked with the condition of this request, these approvals and this electorate
 */
export const decideAsked = (input: DecisionInput, asked: Asked): Decision =>
  tally(input, input.approvals, asked).among(input.electorate);

/** What a decision is made from but for the electorate, which is long in a large organization. */
export type AloneInput = Omit<DecisionInput, 'electorate'>;

/** A decision over a new request, as far as it is made by who approved. */
export interface BegunDecision {
  /** The decision, if the electorate cannot change it. */
  readonly alone: Decision | undefined;
  /** What it comes to with the electorate. */
  readonly among: (electorate: readonly Voter[]) => Decision;
}

type Inputs = readonly [AloneInput, ...AloneInput[]];

/**
 * Begins to decide as `decideOverAll` does; nothing is evaluated twice.
 * @param inputs one for each thing that is acted on; at least one
 */
export const beginDecision = (inputs: Inputs): BegunDecision =>
  overAll(inputs.map((input) => tally(input, input.approvals)));

/** The same over a request that is open, as `decideOpen`: only that it is allowed comes out without the electorate. */
export const beginOpenDecision = (inputs: Inputs): BegunDecision => overAll(inputs.map(tallyOpen));

function overAll(begun: readonly BegunDecision[]): BegunDecision {
  const alone = begun.flatMap((each) => each.alone ?? []);
  return {
    alone: alone.length === begun.length ? alone.reduce(stricter) : undefined,
    among: (electorate) => begun.map((each) => each.among(electorate)).reduce(stricter),
  };
}

/**
 * Decides over a request that is open, after a further vote: docs/policies.md, "Rejections". Whether anybody's approval
 * stands at the moment does not matter: it stays open as long as those who did not reject can allow it.
 */
export const decideOpen = (input: DecisionInput): Decision => tallyOpen(input).among(input.electorate);

/** Makes something of two lists of people once: all inputs of a decision have the same, and there can be thousands. */
const oncePerPair = <T>(
  make: (some: readonly Voter[], others: readonly Voter[]) => T,
): ((some: readonly Voter[], others: readonly Voter[]) => T) => {
  const ofSome = oncePerObject((some: readonly Voter[]) =>
    oncePerObject((others: readonly Voter[]) => make(some, others)),
  );
  return (some, others) => ofSome(some)(others);
};

const together = oncePerPair((some, others): readonly Voter[] => [...some, ...others]);
const without = oncePerPair((some, rejecting): readonly Voter[] => {
  const rejecters = userIdsOf(rejecting);
  return some.filter(({ userId }) => !rejecters.has(userId));
});
const idsOf = oncePerList(userIdsOf);

function tallyOpen(input: AloneInput): BegunDecision {
  const approvals = without(input.approvals, input.rejections);
  const begun = tally(input, approvals);
  return {
    alone: begun.alone?.outcome === 'OUTCOME_ALLOW' ? begun.alone : undefined,
    among: (all) => {
      const electorate = without(all, input.rejections);
      const left = begun.among(electorate);
      if (left.outcome === 'OUTCOME_ALLOW') return left;

      const couldAllow = tally(input, input.rejections).among(all).outcome === 'OUTCOME_ALLOW';
      const canRoot = meetsQuorum(input.rootQuorum, idsOf(together(approvals, electorate)));
      // Policies that were asked when the work was used up said nothing: that ends no request.
      const isAsked = input.work === undefined || input.work.left > 0;
      const canOthers = canRoot || left.outcome === 'OUTCOME_REQUIRES_CONSENSUS' || !isAsked;
      if (couldAllow || !canOthers) return { ...left, outcome: 'OUTCOME_REJECTED' };
      // Nobody of the root quorum has to begin what is begun.
      return left.outcome === 'OUTCOME_DENY_IMPLICIT'
        ? { ...left, outcome: 'OUTCOME_REQUIRES_CONSENSUS' }
        : left;
    },
  };
}

/** @param given what the policies were answered before, by the same people */
function tally(input: AloneInput, approvals: readonly Voter[], given?: Asked): BegunDecision {
  const { rootQuorum, condition } = input;
  const approvers = userIdsOf(approvals);
  if (meetsQuorum(rootQuorum, approvers)) {
    const alone = { outcome: 'OUTCOME_ALLOW', policies: [] } as const;
    return { alone, among: () => alone };
  }

  const policies = input.rootOnly ? [] : input.policies;
  const asked = given ?? askedAlone(condition, approvals, input.work);
  const answers = policies.map((policy) => evaluateAlone(policy, asked));
  const isRootAsking = rootQuorum.userIds.some((id) => approvers.has(id));
  const decided = (outcomeOf: (policy: Policy, at: number) => Outcome, isRootUnderWay: boolean): Decision =>
    concluded(
      policies.map((policy, at) => ({ policyId: policy.policyId, outcome: outcomeOf(policy, at) })),
      { isRootUnderWay, isApproved: approvals.length > 0 },
    );
  const known = answers.flatMap((outcome) => outcome ?? []);
  return {
    alone:
      known.length === answers.length && !isRootAsking
        ? decided((_, at) => known[at] ?? 'OUTCOME_ERROR', false)
        : undefined,
    among: (electorate) => {
      const possible = (): readonly Voter[] => together(approvals, electorate);
      const among = given ?? askedAmong(asked, possible());
      const isRootUnderWay = isRootAsking && meetsQuorum(rootQuorum, idsOf(possible()));
      return decided((policy, at) => answers[at] ?? evaluateAmong(policy, among), isRootUnderWay);
    },
  };
}

/** What the answers of all policies come to. */
function concluded(
  policies: Decision['policies'],
  { isRootUnderWay, isApproved }: { readonly isRootUnderWay: boolean; readonly isApproved: boolean },
): Decision {
  const says = (outcome: Outcome): boolean => policies.some((policy) => policy.outcome === outcome);
  // Policies cannot stop the root quorum: a deny that ended the request at its first vote would do just that.
  if (says('OUTCOME_DENY_EXPLICIT'))
    return { outcome: isRootUnderWay ? 'OUTCOME_REQUIRES_CONSENSUS' : 'OUTCOME_DENY_EXPLICIT', policies };
  // What holds of nobody allows nothing: `approvers.all(…)` is true before anybody approved.
  if (says('OUTCOME_ALLOW'))
    return { outcome: isApproved ? 'OUTCOME_ALLOW' : 'OUTCOME_REQUIRES_CONSENSUS', policies };
  if (isRootUnderWay || says('OUTCOME_REQUIRES_CONSENSUS'))
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
  return inputs.map(decideOne).reduce(stricter);
}

const stricter = (one: Decision, other: Decision): Decision =>
  ORDER.indexOf(other.outcome) > ORDER.indexOf(one.outcome) ? other : one;
