import type { CompletedOutcome, Outcome, Verification } from '#preload/contract/requests.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { AppError } from '#protocol/error.ts';
import { consoleError, reportFault } from '../../platform/errors.ts';
import type { Target } from '../../service-client/client.ts';
import type { Expectation } from '../previews/module.ts';
import { requestError } from './errors.ts';

/**
 * What a flow does with the answer to its own request: opens a bundle, keeps a session. It lives in memory beside the
 * prepared request, and holds what was made for it (a target key, for example) until one of its ends is reached.
 */
export interface ResultHandler {
  /** It is kept and sent now, perhaps again: keeps what its answer is of use with. What it throws ends the request unsent. */
  sends?(): Promise<void>;
  /**
   * The activity is completed: uses its result, gives what was checked about it.
   * @throws AppError when the result cannot be used; it becomes a check that failed
   */
  completed(outcome: CompletedOutcome): Promise<readonly Verification[]>;
  /** The activity waits for votes: the same request is looked at again later. */
  waits?(activityId: string): void;
  /** Nothing will come of the request: it was denied, ran out of time, was discarded or failed. Wipes what was made. */
  onAbandoned(): void;
  /** The console lets go of a request that was sent and has no end yet; `onAbandoned` where this is left out. */
  onLeft?(): void;
}

const leave = (handler: ResultHandler | undefined): void =>
  handler?.onLeft === undefined ? handler?.onAbandoned() : handler.onLeft();

/** Lets a follow-up have its outcome; one that waits or is unknown is left for later. */
export async function applyResult(
  resultHandler: ResultHandler | undefined,
  outcome: Outcome,
): Promise<Outcome> {
  if (resultHandler === undefined) return outcome;
  switch (outcome.state) {
    case 'completed':
      return {
        ...outcome,
        verifications: [...outcome.verifications, ...(await checksOf(resultHandler, outcome))],
      };
    case 'denied':
    case 'expired':
    case 'failed':
      resultHandler.onAbandoned();
      return outcome;
    case 'waiting':
      resultHandler.waits?.(outcome.activityId);
      return outcome;
    case 'unanswered':
      return outcome;
  }
}

async function checksOf(
  resultHandler: ResultHandler,
  outcome: CompletedOutcome,
): Promise<readonly Verification[]> {
  try {
    return await resultHandler.completed(outcome);
  } catch (error) {
    // What the service did gets its line in the journal, even if something fails here afterwards.
    if (!(error instanceof AppError)) reportFault('result', error);
    const { code, message, remedy } = error instanceof AppError ? error : consoleError('INTERNAL');
    return [{ name: code, passed: false, detail: `${message} ${remedy}` }];
  }
}

/** A request on its way: its bytes, whom it goes to, and what its result is checked against. */
export interface SentRequest {
  readonly operation: SubmitOperation;
  /** The exact bytes; nobody else may write to them. */
  readonly body: Uint8Array;
  readonly target: Target;
  readonly profileId: string;
  readonly expectation: Expectation;
  /** What its flow does with the answer. */
  readonly resultHandler?: ResultHandler | undefined;
  /** Whether these bytes were sent before: then a refusal for their age says nothing about the first time. */
  readonly resumed: boolean;
}

/** Requests of this run that have no end yet: they wait for votes, or got no answer. */
interface PendingRequests {
  /**
   * What keeps or lets go of a sentRequest, as its outcome says; to be asked for before it is sent. Behind a `clear` it keeps
   * nothing: what was made for the answer is wiped.
   */
  keeper(): (sentRequest: SentRequest, outcome: Outcome) => void;
  /** The sentRequest behind an activity that waits. @throws AppError `REQUEST_UNKNOWN` */
  find(activityId: string): SentRequest;
  /** What the flow behind a request without an answer left to be done. */
  resultHandlerOf(fingerprint: string): ResultHandler | undefined;
  clear(): void;
}

export function createPendingRequests(): PendingRequests {
  const waiting = new Map<string, SentRequest>();
  const unanswered = new Map<string, ResultHandler>();
  let clears = 0;
  const keep = (sentRequest: SentRequest, outcome: Outcome): void => {
    const fingerprint = fingerprintOf(sentRequest.body);
    for (const [id, each] of waiting) if (fingerprintOf(each.body) === fingerprint) waiting.delete(id);
    unanswered.delete(fingerprint);
    if (outcome.state === 'waiting') waiting.set(outcome.activityId, sentRequest);
    if (outcome.state === 'unanswered' && sentRequest.resultHandler !== undefined)
      unanswered.set(fingerprint, sentRequest.resultHandler);
  };
  return {
    keeper: () => {
      const before = clears;
      return (sentRequest, outcome) => {
        if (before === clears) keep(sentRequest, outcome);
        else if (outcome.state === 'waiting' || outcome.state === 'unanswered')
          leave(sentRequest.resultHandler);
      };
    },
    find: (activityId) => {
      const sentRequest = waiting.get(activityId);
      if (sentRequest !== undefined) return sentRequest;
      throw requestError('REQUEST_UNKNOWN.waiting');
    },
    resultHandlerOf: (fingerprint) => unanswered.get(fingerprint),
    clear: () => {
      clears += 1;
      for (const { resultHandler } of waiting.values()) leave(resultHandler);
      for (const resultHandler of unanswered.values()) leave(resultHandler);
      waiting.clear();
      unanswered.clear();
    },
  };
}
