import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { activityValues } from '#protocol/policies/activity-values.ts';
import { Instant, type Struct } from '#protocol/policies/value.ts';
import type { Store } from '../storage/store.ts';
import type { Rules } from './operation-handler.ts';

/** A submit request as far as conditions see it. */
export interface Attempt {
  readonly operation: SubmitOperation;
  readonly rules: Rules;
  readonly parameters: unknown;
  /** The parameters as they were sent. */
  readonly echo: object;
}

/**
 * What the conditions of policies and of session scopes are evaluated with: one set of values, or one for each thing that
 * the request acts on. What is common to all of them cannot be replaced by what is said of one.
 * @param now milliseconds since the epoch
 */
export async function conditionValues(
  store: Store,
  organizationId: string,
  { operation, rules, parameters, echo }: Attempt,
  now: number,
): Promise<[Struct, ...Struct[]]> {
  const actedOn = { store, organizationId };
  const common = {
    ...(await rules.conditionValues?.(actedOn, parameters)),
    activity: activityValues(operation.type, echo as Readonly<Record<string, unknown>>),
    time: { now: new Instant(now) },
  };
  const each = (await rules.eachConditionValues?.(actedOn, parameters)) ?? [];
  const [first, ...others] = each.map((values) => ({ ...values, ...common }));
  return first === undefined ? [common] : [first, ...others];
}
