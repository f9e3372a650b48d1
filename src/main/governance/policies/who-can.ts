import { catalogue } from '#protocol/catalogue/catalogue.ts';
import type { Operation } from '#protocol/catalogue/operation.ts';
import { type Decision, decide } from '#protocol/policies/decide.ts';
import {
  type Policy,
  type RootQuorum,
  type Voter,
  concerns,
  meetsQuorum,
  userIdsOf,
} from '#protocol/policies/evaluate-policy.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';
import type { Struct } from '#protocol/policies/value.ts';
import { mentionsOf } from './mentions.ts';
import { type SampleGroup, sampleRequests, variationsOf } from './sample-requests.ts';
import { nextTurn } from '../../platform/pacing.ts';

/** Requests of one kind, as they can differ for policies. */
export type SampledKind = Pick<SampleGroup, 'name' | 'effect' | 'environments'> & {
  /** Whether no policy is asked. */
  readonly rootOnly: boolean;
};

const operations: readonly Operation[] = catalogue;

/** Every kind of request that is decided over, with ordinary requests of it; transactions by chain. */
export function requestKinds(nowMs: number): SampledKind[] {
  const rootOnly = operations.flatMap((operation) =>
    operation.kind === 'submit' && operation.rootOnly === true
      ? [{ name: operation.summary, effect: operation.effect, environments: [{}], rootOnly: true }]
      : [],
  );
  const others = sampleRequests(nowMs).map((group) => ({ ...group, rootOnly: false }));
  return [...others, ...rootOnly].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** How far somebody gets with requests of one kind. */
export type Power =
  /** Each is carried out at once, or some are; each waits for others, or some do; or none of it. */
  'alone' | 'alone_for_some' | 'with_others' | 'with_others_for_some' | 'none';

/** What somebody can do, and what lets or hinders them. */
export interface Reach {
  readonly power: Power;
  /** Whether the root quorum lets them: alone, or begin what its other members approve. */
  readonly isByRoot: boolean;
  /** The ids of the policies that allow it, by themselves or with others' approvals, and of those that deny some of it. */
  readonly allowedBy: readonly string[];
  readonly deniedBy: readonly string[];
}

/** Who decides: the users' hands, the quorum and the policies, as far as they can be read. */
interface Rule {
  readonly rootQuorum: RootQuorum;
  readonly electorate: readonly Voter[];
  readonly policies: readonly Policy[];
}

/**
 * What people can do with requests of a kind, by the service's own decision over ordinary requests and over those that have
 * what the policies look for, and next to it.
 * @param people the hands of each, one for each credential
 */
export async function reachesOf(
  people: readonly (readonly Voter[])[],
  kind: SampledKind,
  rule: Rule,
): Promise<Reach[]> {
  const requests = differing(kind, rule.policies);
  const reaches: Reach[] = [];
  for (const hands of people) {
    // With hundreds of users and policies this takes seconds: others have their turn meanwhile.
    await nextTurn();
    reaches.push(reachOf(hands, kind, requests, rule));
  }
  return reaches;
}

function reachOf(
  hands: readonly Voter[],
  { rootOnly }: SampledKind,
  requests: readonly Struct[],
  { rootQuorum, policies, electorate }: Rule,
): Reach {
  const decided = requests.flatMap((condition) =>
    hands.map((hand) =>
      decide({
        ...{ rootQuorum, rootOnly, policies, condition, electorate },
        ...{ approvals: [hand], rejections: [] },
      }),
    ),
  );
  const named = (...outcomes: readonly string[]): string[] => [
    ...new Set(
      decided.flatMap((each) =>
        each.policies.filter(({ outcome }) => outcomes.includes(outcome)).map(({ policyId }) => policyId),
      ),
    ),
  ];
  const isMember = hands.some(({ userId }) => rootQuorum.userIds.includes(userId));
  return {
    power: powerOf(decided.map(({ outcome }) => outcome)),
    isByRoot: isMember && meetsQuorum(rootQuorum, userIdsOf(electorate)),
    allowedBy: named('OUTCOME_ALLOW', 'OUTCOME_REQUIRES_CONSENSUS'),
    deniedBy: named('OUTCOME_DENY_EXPLICIT'),
  };
}

function powerOf(outcomes: readonly Decision['outcome'][]): Power {
  const count = (outcome: Decision['outcome']): number => outcomes.filter((each) => each === outcome).length;
  const [alone, together] = [count('OUTCOME_ALLOW'), count('OUTCOME_REQUIRES_CONSENSUS')];
  if (alone > 0) return alone === outcomes.length ? 'alone' : 'alone_for_some';
  if (together > 0) return together === outcomes.length ? 'with_others' : 'with_others_for_some';
  return 'none';
}

/** So many answers of policies are looked at for one kind of request, before fewer requests are taken. */
const MOST = 300_000;

/**
 * Requests of a kind, one for each way in which the policies can see them. Of very many, one for each answer that a policy can
 * give: what policies say together may then be missed, what each of them says is not.
 */
function differing({ environments, rootOnly }: SampledKind, policies: readonly Policy[]): Struct[] {
  if (rootOnly) return [...environments];
  const varied = policies.flatMap((policy) => {
    const { condition } = policy;
    if (condition === undefined) return [];
    const mentions = mentionsOf(condition);
    const meant = environments.filter((environment) => concerns(condition, environment));
    return [{ policy, requests: meant.flatMap((each) => variationsOf(each, mentions)) }];
  });
  const count = varied.reduce((sum, { requests }) => sum + requests.length, 0);
  const taken =
    count * policies.length <= MOST
      ? varied.flatMap(({ requests }) => requests)
      : varied.flatMap(({ policy, requests }) => unlike(requests, [policy]));
  return unlike([...environments, ...taken], policies);
}

/** One request for each way in which policies see them. */
function unlike(requests: readonly Struct[], policies: readonly Policy[]): Struct[] {
  const found = new Map<string, Struct>();
  for (const request of requests) {
    const seen = policies.map((policy) => sightOf(policy, request)).join();
    if (!found.has(seen)) found.set(seen, request);
  }
  return [...found.values()];
}

/** All that a decision takes from a request, for one policy. */
function sightOf({ condition, time }: Policy, environment: Struct): string {
  const told = [condition, time].map((expression) => {
    if (expression === undefined) return 'true';
    const value = evaluate(expression, environment);
    return value instanceof PolicyError ? `error ${concerns(expression, environment)}` : String(value);
  });
  return told.join('/');
}
