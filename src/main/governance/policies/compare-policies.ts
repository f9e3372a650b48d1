import type { User } from '#protocol/catalogue/users.ts';
import { concerns } from '#protocol/policies/concerns.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import type { Struct } from '#protocol/policies/value.ts';
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
export function comparePolicies(
  before: Rules,
  after: Rules,
  users: readonly User[],
  nowMs: number,
): PolicyChange {
  const requests = distinct(requestPairs(before, after, nowMs));
  const ballots = distinct(
    sampleBallots([before.consensus, after.consensus], users).map((hands): Pair => [
      agrees(before.consensus, hands, denies(before)),
      agrees(after.consensus, hands, denies(after)),
    ]),
  );
  const joined = requests.flatMap(([wasFor, isFor]) =>
    ballots.map(([wasAgreed, isAgreed]): Pair => [wasFor && wasAgreed, isFor && isAgreed]),
  );
  return {
    widened: joined.some(([was, is]) => is && !was),
    narrowed: joined.some(([was, is]) => was && !is),
  };
}

function requestPairs(before: Rules, after: Rules, nowMs: number): Pair[] {
  const mentions = [before, after].flatMap(({ condition }) =>
    condition === undefined ? [] : mentionsOf(condition),
  );
  const expressions = [before, after].flatMap(({ condition, time }) => [condition, time]);
  const groups = timesOf(expressions, nowMs).flatMap(sampleRequests);
  return groups.flatMap(({ environments }) =>
    environments.flatMap((environment) =>
      variationsOf(environment, mentions).map((one): Pair => [applies(before, one), applies(after, one)]),
    ),
  );
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

const distinct = (pairs: readonly Pair[]): Pair[] => [
  ...new Map(pairs.map((pair) => [pair.join(), pair])).values(),
];
