import { catalogue } from '#protocol/catalogue/catalogue.ts';
import type { Operation } from '#protocol/catalogue/operation.ts';
import { type Decision, decideAsked } from '#protocol/policies/decide.ts';
import {
  type AskedAlone,
  type Policy,
  type RootQuorum,
  type Voter,
  askedAlone,
  askedAmong,
  concerns,
  meetsQuorum,
  userIdsOf,
  workOfDecision,
} from '#protocol/policies/evaluate-policy.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';
import type { Struct } from '#protocol/policies/value.ts';
import { answersOfEverybody } from './everybodys-answers.ts';
import { mentionsOf } from './mentions.ts';
import { type SampleGroup, sampleRequests, variationsOf } from './sample-requests.ts';
import { createYield } from '../../platform/pacing.ts';

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

/** Lets others have their turn, when it is time: with thousands of users and policies this takes many seconds. */
type Pause = () => Promise<unknown>;

/** A request, with the policies that can say something of it. */
interface AskedRequest {
  readonly condition: Struct;
  readonly policies: readonly Policy[];
}

/**
 * What people can do with requests of a kind, by the service's own decision over ordinary requests and over those that have
 * what the policies look for, and next to it.
 * @param people the hands of each, one for each credential
 * @param requireOpen throws once nobody waits for the answer any more, which ends the work
 */
export async function reachesOf(
  people: readonly (readonly Voter[])[],
  kind: SampledKind,
  rule: Rule,
  requireOpen: () => void = () => undefined,
): Promise<Reach[]> {
  const yieldToEventLoop = createYield();
  const pause = async (): Promise<void> => {
    if (await yieldToEventLoop()) requireOpen();
  };
  const requests: AskedRequest[] = [];
  for (const condition of await differing(kind, rule.policies, pause)) {
    await pause();
    requests.push({ condition, policies: rule.policies.filter((policy) => speaksOf(policy, condition)) });
  }
  const everybody = await answersOfEverybody(rule.policies, rule.electorate, pause);
  const canMeet = meetsQuorum(rule.rootQuorum, userIdsOf(rule.electorate));
  const known: AskedAlone['known'] = new Map();
  const reaches: Reach[] = [];
  for (const hands of people) {
    const decided: Decision[] = [];
    for (const hand of hands) {
      const asked = askedAmong({ ...askedAlone({}, [hand]), known }, [hand, ...rule.electorate]);
      known.set(asked.possible, new Map(everybody));
      for (const { condition, policies } of requests) {
        await pause();
        decided.push(
          decideAsked(
            {
              ...{ rootQuorum: rule.rootQuorum, rootOnly: kind.rootOnly, policies, condition },
              ...{ approvals: [hand], rejections: [], electorate: rule.electorate },
            },
            // What was answered of this hand, and of this request of another one, is not evaluated again.
            { ...asked, condition, work: workOfDecision() },
          ),
        );
      }
      known.delete(asked.approvals);
      known.delete(asked.possible);
    }
    reaches.push(reachOf(hands, decided, rule.rootQuorum, canMeet));
  }
  return reaches;
}

/** Whether a policy can allow or deny a request, whoever approves. Other policies change no decision (evaluate-policy.ts). */
function speaksOf({ effect, condition, time }: Policy, environment: Struct): boolean {
  const said = [time, condition].map((each) => (each === undefined ? true : evaluate(each, environment)));
  if (said.includes(false)) return false;
  if (said.every((each) => each === true)) return true;
  return effect === 'EFFECT_DENY' && (condition === undefined || concerns(condition, environment));
}

function reachOf(
  hands: readonly Voter[],
  decided: readonly Decision[],
  rootQuorum: RootQuorum,
  canMeet: boolean,
): Reach {
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
    isByRoot: isMember && canMeet,
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
async function differing(
  { environments, rootOnly }: SampledKind,
  policies: readonly Policy[],
  pause: Pause,
): Promise<Struct[]> {
  if (rootOnly) return [...environments];
  const varied: { policy: Policy; requests: Struct[] }[] = [];
  for (const policy of policies) {
    const { condition } = policy;
    if (condition === undefined) continue;
    await pause();
    const mentions = mentionsOf(condition);
    const meant = environments.filter((environment) => concerns(condition, environment));
    varied.push({ policy, requests: meant.flatMap((each) => variationsOf(each, mentions)) });
  }
  const count = varied.reduce((sum, { requests }) => sum + requests.length, 0);
  const isFew = count * policies.length <= MOST;
  const taken: Struct[] = [];
  for (const { policy, requests } of varied)
    taken.push(...(isFew ? requests : await unlike(requests, [policy], pause)));
  return unlike([...environments, ...taken], policies, pause);
}

/** One request for each way in which policies see them. */
async function unlike(
  requests: readonly Struct[],
  policies: readonly Policy[],
  pause: Pause,
): Promise<Struct[]> {
  const found = new Map<string, Struct>();
  for (const request of requests) {
    await pause();
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
