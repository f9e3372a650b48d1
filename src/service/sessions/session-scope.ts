import type { SubmitOperation } from '../../protocol/catalogue/operation.ts';
import type { Rules } from '../activities/effect.ts';
import { activityValues } from '../policies/activity-values.ts';
import { evaluate } from '../policies/evaluate.ts';
import { CONDITION_KEYWORDS } from '../policies/keywords.ts';
import { parsePolicy } from '../policies/parse-policy.ts';
import { Instant } from '../policies/value.ts';
import type { Caller } from '../authentication/caller.ts';
import { ServiceError } from '../service-error.ts';
import { findSessionScope } from '../storage/session-profiles.ts';
import type { Store } from '../storage/store.ts';

/** A submit request as far as scopes see it. */
interface Attempt {
  readonly operation: SubmitOperation;
  readonly rules: Rules;
  readonly parameters: unknown;
  /** The parameters as they were sent. */
  readonly echo: object;
}

/**
 * Refuses what the session of the caller's key was not made for: the scope of its profile must be true for the request,
 * for each thing that it acts on; one that ends in an error is not (docs/decisions/051). Credentials without a profile may
 * try everything.
 * @param now milliseconds since the epoch
 * @throws ServiceError REQUEST_NOT_AUTHORIZED
 */
export async function checkSessionScope(
  store: Store,
  { organizationId, stamp }: Caller,
  { operation, rules, parameters, echo }: Attempt,
  now: number,
): Promise<void> {
  const scope = await findSessionScope(store, organizationId, stamp.publicKey);
  if (scope === undefined) return;
  const actedOn = { store, organizationId };
  const common = {
    ...(await rules.conditionValues?.(actedOn, parameters)),
    activity: activityValues(operation.type, echo as Readonly<Record<string, unknown>>),
    time: { now: new Instant(now) },
  };
  const each = (await rules.eachConditionValues?.(actedOn, parameters)) ?? [];
  const environments = each.length === 0 ? [common] : each.map((values) => ({ ...values, ...common }));
  const expression = parsePolicy(scope, CONDITION_KEYWORDS);
  if (environments.every((environment) => evaluate(expression, environment) === true)) return;
  throw new ServiceError(
    'PERMISSION_DENIED',
    'REQUEST_NOT_AUTHORIZED',
    'request not authorized (outside the scope of the session)',
    { remedy: 'Log in with a session profile that allows this.' },
  );
}
