import type { Outcome } from '#preload/contract/requests.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { requestError } from './errors.ts';
import type { ResultHandler } from './result-handler.ts';
import type { SentRequest } from './sent-request.ts';

/** Requests of this run that have no end yet: they wait for votes, or got no answer. */
export interface PendingRequests {
  /** Keeps or lets go of a shipment, as its outcome says. */
  keep(shipment: SentRequest, outcome: Outcome): void;
  /** The shipment behind an activity that waits. @throws AppError `REQUEST_UNKNOWN` */
  find(activityId: string): SentRequest;
  /** What the flow behind a request without an answer left to be done. */
  followUpOf(fingerprint: string): ResultHandler | undefined;
  clear(): void;
}

export function createPendingRequests(): PendingRequests {
  const waiting = new Map<string, SentRequest>();
  const unanswered = new Map<string, ResultHandler>();
  return {
    keep: (shipment, outcome) => {
      const fingerprint = fingerprintOf(shipment.body);
      for (const [id, each] of waiting) if (fingerprintOf(each.body) === fingerprint) waiting.delete(id);
      unanswered.delete(fingerprint);
      if (outcome.state === 'waiting') waiting.set(outcome.activityId, shipment);
      if (outcome.state === 'unanswered' && shipment.followUp !== undefined)
        unanswered.set(fingerprint, shipment.followUp);
    },
    find: (activityId) => {
      const shipment = waiting.get(activityId);
      if (shipment !== undefined) return shipment;
      throw requestError('REQUEST_UNKNOWN.waiting');
    },
    followUpOf: (fingerprint) => unanswered.get(fingerprint),
    clear: () => {
      for (const { followUp } of waiting.values()) followUp?.onAbandoned();
      for (const followUp of unanswered.values()) followUp.onAbandoned();
      waiting.clear();
      unanswered.clear();
    },
  };
}
