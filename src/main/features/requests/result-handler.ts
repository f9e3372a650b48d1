import type { CompletedOutcome, Outcome, Verification } from '#preload/contract/requests.ts';
import { AppError } from '#protocol/error.ts';

/**
 * What a flow does with the answer to its own request: opens a bundle, keeps a session. It lives in memory beside the
 * prepared request, and holds what was made for it (a target key, for example) until one of its ends is reached.
 */
export interface ResultHandler {
  /**
   * The activity is completed: uses its result, gives what was checked about it.
   * @throws AppError when the result cannot be used; it becomes a check that failed
   */
  completed(outcome: CompletedOutcome): Promise<readonly Verification[]>;
  /** The activity waits for votes: the same request is looked at again later. */
  waits?(activityId: string): void;
  /** Nothing will come of the request: it was denied, ran out of time, was discarded or failed. Wipes what was made. */
  onAbandoned(): void;
}

/** Lets a follow-up have its outcome; one that waits or is unknown is left for later. */
export async function applyResult(followUp: ResultHandler | undefined, outcome: Outcome): Promise<Outcome> {
  if (followUp === undefined) return outcome;
  switch (outcome.state) {
    case 'completed':
      return {
        ...outcome,
        verifications: [...outcome.verifications, ...(await checksOf(followUp, outcome))],
      };
    case 'denied':
    case 'expired':
    case 'failed':
      followUp.onAbandoned();
      return outcome;
    case 'waiting':
      followUp.waits?.(outcome.activityId);
      return outcome;
    case 'unanswered':
      return outcome;
  }
}

async function checksOf(
  followUp: ResultHandler,
  outcome: CompletedOutcome,
): Promise<readonly Verification[]> {
  try {
    return await followUp.completed(outcome);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ name: error.code, passed: false, detail: `${error.message} ${error.remedy}` }];
  }
}
