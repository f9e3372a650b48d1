import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { spelledKey, workOfDecision } from '#protocol/policies/evaluate-policy.ts';
import { activityValues } from '#protocol/policies/activity-values.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import { CONDITION_KEYWORDS } from '#protocol/policies/keywords.ts';
import { Instant, type Struct } from '#protocol/policies/value.ts';
import type { Caller } from '../authentication/caller.ts';
import { findSessionScope } from '../storage/session-keys.ts';
import type { Store } from '../storage/store.ts';
import { readExpression } from './decision-context.ts';
import type { Rules } from './operation-handler.ts';

/** A submit request as far as conditions see it. */
export interface Attempt {
  readonly operation: SubmitOperation;
  readonly rules: Rules;
  /** As they were read: an ID can be written in several ways, and a policy names one. */
  readonly parameters: unknown;
}

/**
 * What the conditions of policies and of session scopes are evaluated with: one set of values, or one for each thing that
 * the request acts on. What is common to all of them cannot be replaced by what is said of one.
 * @param now milliseconds since the epoch
 */
export async function conditionValues(
  store: Store,
  organizationId: string,
  { operation, rules, parameters }: Attempt,
  now: number,
): Promise<[Struct, ...Struct[]]> {
  const actedOn = { store, organizationId };
  const common = {
    ...(await rules.conditionValues?.(actedOn, parameters)),
    activity: activityValues(operation.type, parameters as Readonly<Record<string, unknown>>, spelledKey),
    time: { now: new Instant(now) },
  };
  const each = (await rules.eachConditionValues?.(actedOn, parameters)) ?? [];
  const [first, ...others] = each.map((values) => ({ ...values, ...common }));
  return first === undefined ? [common] : [first, ...others];
}

/**
 * Whether the session of the caller's key was made for a request: the scope of its profile must be true for it, for each thing
 * that it acts on; one that ends in an error, or takes too much work, is not (docs/decisions/051). Credentials without a profile may try everything.
 * @param now milliseconds since the epoch
 */
export async function isInSessionScope(
  store: Store,
  { organizationId, stamp }: Caller,
  attempt: Attempt,
  now: number,
): Promise<boolean> {
  const scope = await findSessionScope(store, organizationId, stamp.publicKey);
  if (scope === undefined) return true;
  const environments = await conditionValues(store, organizationId, attempt, now);
  const expression = readExpression(scope, CONDITION_KEYWORDS);
  // One bound for all things together, as for a decision: a hundred times the most that one takes would hold up the service.
  const work = workOfDecision();
  return (
    expression !== undefined &&
    environments.every((environment) => evaluate(expression, environment, work) === true)
  );
}
