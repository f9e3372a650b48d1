import type { User } from '#protocol/catalogue/users.ts';
import { concerns } from '#protocol/policies/evaluate-policy.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import type { Struct } from '#protocol/policies/value.ts';
import { createYield } from '../../platform/pacing.ts';
import { mentionsOf, timesOf } from './mentions.ts';
import type { Rules } from './parse-rules.ts';
import { agrees, sampleBallots } from './sample-hands.ts';
import { sampleRequests, variationsOf } from './sample-requests.ts';

/** What a change of a policy does to the requests that it applies to. */
export interface PolicyChange {
  /** It applies to requests, or with approvals, that it did not apply to before. */
  readonly widened: boolean;
  /** It applies no more to some that it did apply to. */
  readonly narrowed: boolean;
}

/** Before and after, of one request or one set of approvals. */
type Pair = readonly [before: boolean, after: boolean];

/**
 * Compares two versions of a policy over ordinary requests, with every value that either of them compares with and the next
 * ones. The condition and the consensus are independent of each other, so that they are compared apart and joined.
 */
export async function comparePolicies(
  before: Rules,
  after: Rules,
  users: readonly User[],
  nowMs: number,
): Promise<PolicyChange> {
  const requests = await distinct(requestPairs(before, after, nowMs));
  const ballots = await distinct(ballotPairs(before, after, users));
  const joined = requests.flatMap(([wasFor, isFor]) =>
    ballots.map(([wasAgreed, isAgreed]): Pair => [wasFor && wasAgreed, isFor && isAgreed]),
  );
  return {
    widened: joined.some(([was, is]) => is && !was),
    narrowed: joined.some(([was, is]) => was && !is),
  };
}

function* ballotPairs(before: Rules, after: Rules, users: readonly User[]): Generator<Pair> {
  for (const hands of sampleBallots([before.consensus, after.consensus], users))
    yield [agrees(before.consensus, hands, denies(before)), agrees(after.consensus, hands, denies(after))];
}

function* requestPairs(before: Rules, after: Rules, nowMs: number): Generator<Pair> {
  const mentions = [before, after].flatMap(({ condition }) =>
    condition === undefined ? [] : mentionsOf(condition),
  );
  const expressions = [before, after].flatMap(({ condition, time }) => [condition, time]);
  const groups = timesOf(expressions, nowMs).flatMap(sampleRequests);
  for (const environment of groups.flatMap(({ environments }) => environments))
    for (const one of variationsOf(environment, mentions)) yield [applies(before, one), applies(after, one)];
}

function applies(rules: Rules, environment: Struct): boolean {
  return [rules.condition, rules.time].every((expression) => {
    if (expression === undefined) return true;
    const value = evaluate(expression, environment);
    // A deny policy that ends in an error denies.
    return typeof value === 'boolean' ? value : denies(rules) && concerns(expression, environment);
  });
}

const denies = ({ effect }: Rules): boolean => effect === 'EFFECT_DENY';

/** So many pairs differ from each other. */
const ALL_PAIRS = 4;

/** The pairs that differ, with turns for others: of thousands of users there are tens of thousands. */
async function distinct(pairs: Iterable<Pair>): Promise<Pair[]> {
  const yieldToEventLoop = createYield();
  const found = new Map<string, Pair>();
  for (const pair of pairs) {
    found.set(pair.join(), pair);
    if (found.size === ALL_PAIRS) break;
    await yieldToEventLoop();
  }
  return [...found.values()];
}
