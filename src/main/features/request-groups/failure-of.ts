import type { Outcome, Verification } from '#preload/contract/requests.ts';
import type { Failure } from '../../storage/request-groups.ts';

/** The code of a result that is not what was approved: the request was carried out all the same. */
export const NOT_VERIFIED = 'RESULT_NOT_VERIFIED';

/** The check that a result did not pass. */
export const failedCheck = (outcome: Outcome): Verification | undefined =>
  outcome.state === 'completed' ? outcome.verifications.find(({ passed }) => !passed) : undefined;

/** Why an outcome is a failure; undefined where it is none. */
export function failureOf(outcome: Outcome): Failure | undefined {
  const wrong = failedCheck(outcome);
  if (wrong !== undefined) return { code: NOT_VERIFIED, message: `${wrong.name}: ${wrong.detail}` };
  if (outcome.state !== 'failed') return undefined;
  const { code, message, service } = outcome;
  const fields = (service?.fieldViolations ?? []).map(({ field, description }) => `${field}: ${description}`);
  return { code, message: [message, ...fields].join(' · ') };
}
