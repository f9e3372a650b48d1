import type { Activity } from '#protocol/activity.ts';
import { type Decision, decideAsked } from '#protocol/policies/decide.ts';
import {
  type Outcome,
  type Policy,
  type RootQuorum,
  type Voter,
  askedAlone,
  askedAmong,
  concerns,
  evaluatePolicy,
  meetsQuorum,
  userIdsOf,
  workOfDecision,
} from '#protocol/policies/evaluate-policy.ts';
import type { EverybodysAnswers } from './everybodys-answers.ts';
import { type Holdings, type PastRequest, pastRequest } from './past-requests.ts';

/** What decides: today, and with the change. */
export interface Change {
  readonly rootQuorum: RootQuorum;
  readonly electorate: readonly Voter[];
  /** All policies as they are, as far as they could be read. */
  readonly policies: readonly Policy[];
  readonly isWhole: boolean;
  /** The one that is tried; it takes the place of the policy with its id, or stands beside all. */
  readonly tried: Policy;
}

/** A past request under the rules of today, and with the change. */
export type Verdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly before: Decision['outcome']; readonly after: Decision['outcome'] }
  /** What the rule speaks of is not known here any more. */
  | { readonly kind: 'unclear' };

const SAME: Verdict = { kind: 'same' };
const UNCLEAR: Verdict = { kind: 'unclear' };

/**
 * How a request of the past would be decided today by the same approvals, and how with a policy changed or added. Rejections
 * are left out: who said no then would say no again. Nothing is guessed: where a value is missing that either version of the
 * policy speaks of, the verdict is `unclear`.
 * @param everybody what is known of these policies and the electorate
 */
export function tryPolicy(
  activity: Activity,
  held: Holdings,
  change: Change,
  everybody: EverybodysAnswers = new Map(),
): Verdict {
  const request = pastRequest(activity, held);
  if (request === undefined) return UNCLEAR;
  // What the root quorum decides is decided without a policy.
  if (request.rootOnly || meetsQuorum(change.rootQuorum, userIdsOf(request.approvals))) return SAME;
  const { policies, tried } = change;
  const was = policies.find(({ policyId }) => policyId === tried.policyId);
  if ([was, tried].some((each) => each !== undefined && lacks(each, request))) return UNCLEAR;
  const possible = [...request.approvals, ...change.electorate];
  const asked = askedAmong(askedAlone(request.condition, request.approvals), possible);
  asked.known.set(asked.possible, new Map(everybody));
  const said = (policy: Policy | undefined): Outcome | undefined =>
    policy === undefined ? undefined : evaluatePolicy(policy, asked);
  // A policy that says what it said leaves every decision as it is.
  if (said(was) === said(tried) || (was === undefined && isSilent(said(tried)))) return SAME;

  // Whoever changes the own credentials needs no policy that allows it: there the service goes by more than this.
  const others = policies.filter(({ policyId }) => policyId !== tried.policyId);
  if (request.isOwn || !change.isWhole || others.some((each) => lacks(each, request))) return UNCLEAR;
  const decided = (rules: readonly Policy[]): Decision['outcome'] =>
    decideAsked(
      {
        ...{ rootQuorum: change.rootQuorum, rootOnly: false, policies: rules, condition: request.condition },
        ...{ approvals: request.approvals, rejections: [], electorate: change.electorate },
      },
      { ...asked, work: workOfDecision() },
    ).outcome;
  const [before, after] = [decided(policies), decided([...others, tried])];
  return before === after ? SAME : { kind: 'changed', before, after };
}

/** A policy beside the others that says so changes nothing. */
const isSilent = (outcome: Outcome | undefined): boolean =>
  outcome === 'OUTCOME_DENY_IMPLICIT' || outcome === 'OUTCOME_TIME_INACTIVE' || outcome === 'OUTCOME_ERROR';

/** Whether a policy speaks of something that the request had and that is not known here. */
function lacks({ condition, consensus }: Policy, request: PastRequest): boolean {
  if (!request.hasCredentials && consensus !== undefined && !concerns(consensus, { approvers: [] }))
    return true;
  if (condition === undefined || concerns(condition, request.condition)) return false;
  const supposed = Object.fromEntries(request.missing.map((keyword) => [keyword, {}]));
  return concerns(condition, { ...request.condition, ...supposed });
}
