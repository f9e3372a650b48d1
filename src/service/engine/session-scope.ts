import { conditionValues, type Attempt } from './condition-values.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import { CONDITION_KEYWORDS } from '#protocol/policies/keywords.ts';
import { parsePolicy } from '#protocol/policies/parse-policy.ts';
import type { Caller } from '../authentication/caller.ts';
import { engineError } from './errors.ts';
import { findSessionScope } from '../storage/session-profiles.ts';
import type { Store } from '../storage/store.ts';

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
  attempt: Attempt,
  now: number,
): Promise<void> {
  const scope = await findSessionScope(store, organizationId, stamp.publicKey);
  if (scope === undefined) return;
  const environments = await conditionValues(store, organizationId, attempt, now);
  const expression = parsePolicy(scope, CONDITION_KEYWORDS);
  if (environments.every((environment) => evaluate(expression, environment) === true)) return;
  throw engineError('REQUEST_NOT_AUTHORIZED.sessionScope');
}
