import type { Outcome, Verification } from '#preload/contract/requests.ts';
import type { Failure, RequestGroupStore } from '../../storage/request-groups.ts';

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

// The service keeps it as failed, or does not have it: the same bytes would only find that again, so the time is new.
const ENDED_WITHOUT_EFFECT = new Set(['ACTIVITY_FAILED', 'REQUEST_TOO_OLD']);
// It was carried out, or people decided against it.
const DECIDED = new Set([NOT_VERIFIED, 'ACTIVITY_REJECTED']);

/**
 * The state that a request goes back to when it is tried again. Only what certainly had no effect gets a new time and with
 * it a new fingerprint; anything else is sent byte for byte, so that the service carries it out once, even where an
 * earlier try got through and its answer was lost.
 * @returns null where it is not tried again
 */
const reopenedAs = (code: string | null): 'new' | 'sent' | null => {
  if (code === null) return 'sent';
  if (DECIDED.has(code)) return null;
  return ENDED_WITHOUT_EFFECT.has(code) ? 'new' : 'sent';
};

type Failures = Pick<RequestGroupStore, 'countFailures' | 'reopen'>;

/** How many of a set's failed requests can be tried again. */
export async function countReopenable(groups: Failures, id: string): Promise<number> {
  const counts = await groups.countFailures(id);
  return counts.reduce((sum, { code, requests }) => sum + (reopenedAs(code) === null ? 0 : requests), 0);
}

/** Takes the failed requests of a set that can be tried again back to what is left of it. */
export async function reopenFailed(groups: Failures, id: string): Promise<void> {
  for (const { code } of await groups.countFailures(id)) {
    const state = reopenedAs(code);
    if (state !== null) await groups.reopen(id, code, state);
  }
}
