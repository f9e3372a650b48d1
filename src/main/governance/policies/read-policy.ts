import type { User } from '#protocol/catalogue/users.ts';
import { concerns } from '#protocol/policies/concerns.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import type { Expression } from '#protocol/policies/expression.ts';
import type { Struct } from '#protocol/policies/value.ts';
import { mentionsOf, timesOf } from './mentions.ts';
import type { Rules } from './parse-rules.ts';
import { type Approvers, approversOf } from './sample-hands.ts';
import { type SampleGroup, sampleRequests, variationsOf } from './sample-requests.ts';

/** How far a policy reaches, found by evaluating it over ordinary requests of every operation. */
export interface PolicyReading extends Approvers {
  /** Operations that it applies to whatever their values are. */
  readonly always: readonly SampleGroup[];
  /** Operations that it applies to for some values. */
  readonly sometimes: readonly SampleGroup[];
  /** Operations that it speaks of, some ordinary requests of which end in an error. */
  readonly failing: readonly SampleGroup[];
  /** Whether it holds for every request that it can be evaluated for: what it compares makes no difference. */
  readonly limitsNothing: boolean;
  /** Whether only single values that it names make one. */
  readonly excludesOnly: boolean;
  /** How many operations there are. */
  readonly operations: number;
}

/**
 * Reads a policy by what it does, not by how it is written.
 * @param users those of the organization, where they are known
 * @param nowMs the time to evaluate it at, in ms since the epoch
 */
export function readPolicy(
  { condition, consensus }: Rules,
  users: readonly User[],
  nowMs: number,
): PolicyReading {
  const approvers = approversOf(consensus, users);
  const readings = timesOf([condition], nowMs).map((at) => readAt(condition, at));
  const union = (of: (reading: Reach) => readonly SampleGroup[]): SampleGroup[] => [
    ...new Map(readings.flatMap(of).map((group) => [group.name, group])).values(),
  ];
  const always = union((each) => each.always);
  const names = new Set(always.map(({ name }) => name));
  return {
    ...approvers,
    operations: sampleRequests(nowMs).length,
    always,
    sometimes: union((each) => each.sometimes).filter(({ name }) => !names.has(name)),
    failing: union((each) => each.failing),
    limitsNothing: readings.every((each) => each.limitsNothing),
    excludesOnly: readings.every((each) => each.excludesOnly) && readings.some((each) => !each.limitsNothing),
  };
}

type Reach = Pick<PolicyReading, 'always' | 'sometimes' | 'failing' | 'limitsNothing' | 'excludesOnly'>;

function readAt(condition: Expression | undefined, atMs: number): Reach {
  const groups = sampleRequests(atMs);
  if (condition === undefined)
    return { always: groups, sometimes: [], failing: [], limitsNothing: true, excludesOnly: true };
  const mentions = mentionsOf(condition);
  const says = (environment: Struct): boolean | undefined => {
    const value = evaluate(condition, environment);
    return typeof value === 'boolean' ? value : undefined;
  };
  const canHold = ({ environments }: SampleGroup): boolean =>
    environments.some((each) => variationsOf(each, mentions).some((one) => says(one) === true));
  const always = groups.filter(({ environments }) => coversAll(environments.map(says)));
  const canFail =
    (isBeside: boolean) =>
    ({ environments }: SampleGroup): boolean =>
      environments.some(
        (each) =>
          says(each) === false || variationsOf(each, mentions, isBeside).some((one) => says(one) === false),
      );
  return {
    limitsNothing: always.length > 0 && !groups.some(canFail(false)),
    excludesOnly: always.length > 0 && !groups.some(canFail(true)),
    always,
    sometimes: groups.filter((group) => !always.includes(group) && canHold(group)),
    failing: groups.filter(({ environments }) =>
      environments.some((each) => concerns(condition, each) && says(each) === undefined),
    ),
  };
}

/** Signers and envelopes that a condition does not speak of end in an error; of all others each must be covered. */
const coversAll = (values: readonly (boolean | undefined)[]): boolean =>
  values.includes(true) && !values.includes(false);
