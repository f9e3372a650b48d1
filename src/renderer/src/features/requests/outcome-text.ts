import type { Outcome } from '../../../../preload/contract/requests.ts';
import { asBridgeError } from '../../bridge/bridge-error.ts';
import { requestsText } from './text.ts';

/** The outcome of a call that was refused. */
export function failedBy(thrown: unknown): Outcome {
  const { code, message, remedy, service } = asBridgeError(thrown);
  return { state: 'failed', code, message, remedy, ...(service && { service }) };
}

/** Whether everything that was checked about a result holds. */
export const holds = (outcome: Outcome): boolean =>
  outcome.state !== 'completed' || outcome.verifications.every((check) => check.passed);

/** The heading of an outcome. */
export function outcomeTitle(outcome: Outcome): string {
  switch (outcome.state) {
    case 'completed':
      if (!holds(outcome)) return requestsText.titles.unverified;
      return outcome.transaction ? requestsText.titles.signed : requestsText.titles.done;
    case 'waiting':
      return requestsText.titles.waiting;
    case 'denied':
      return requestsText.titles.denied;
    case 'expired':
      return requestsText.titles.expired;
    case 'failed':
      return requestsText.titles.failed;
    case 'unanswered':
      return requestsText.titles.unanswered;
  }
}

/** The name of the file for a signed transaction: the first eight digits of its hash tell files apart. */
export const signedFileName = (hash: string): string => `signed-${hash.replace(/^0x/, '').slice(0, 8)}.txt`;
