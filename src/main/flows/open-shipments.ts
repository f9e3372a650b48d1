import type { Outcome } from '../../preload/contract/requests.ts';
import { fingerprintOf } from '../../protocol/activity.ts';
import { ProtocolError } from '../../protocol/error.ts';
import type { FollowUp } from './follow-up.ts';
import type { Shipment } from './send.ts';

/** Requests of this run that have no end yet: they wait for votes, or got no answer. */
export interface OpenShipments {
  /** Keeps or lets go of a shipment, as its outcome says. */
  keep(shipment: Shipment, outcome: Outcome): void;
  /** The shipment behind an activity that waits. @throws ProtocolError `REQUEST_UNKNOWN` */
  find(activityId: string): Shipment;
  /** What the flow behind a request without an answer left to be done. */
  followUpOf(fingerprint: string): FollowUp | undefined;
  clear(): void;
}

export function openShipments(): OpenShipments {
  const waiting = new Map<string, Shipment>();
  const unanswered = new Map<string, FollowUp>();
  return {
    keep: (shipment, outcome) => {
      const fingerprint = fingerprintOf(shipment.body);
      for (const [id, each] of waiting) if (fingerprintOf(each.body) === fingerprint) waiting.delete(id);
      unanswered.delete(fingerprint);
      if (outcome.state === 'waiting') waiting.set(outcome.activityId, shipment);
      if (outcome.state === 'unknown' && shipment.followUp !== undefined)
        unanswered.set(fingerprint, shipment.followUp);
    },
    find: (activityId) => {
      const shipment = waiting.get(activityId);
      if (shipment !== undefined) return shipment;
      throw new ProtocolError(
        'REQUEST_UNKNOWN',
        'No request of this run waits for that activity.',
        'Look at the activities.',
      );
    },
    followUpOf: (fingerprint) => unanswered.get(fingerprint),
    clear: () => {
      for (const { followUp } of waiting.values()) followUp?.dropped();
      for (const followUp of unanswered.values()) followUp.dropped();
      waiting.clear();
      unanswered.clear();
    },
  };
}
