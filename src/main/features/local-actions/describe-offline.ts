import { defineWarnings } from '#protocol/define-warnings.ts';
import { type LocalAction, actionFact, actionText } from './local-action.ts';

const offlineWarning = defineWarnings({
  KEYS_MEET_NETWORK: [
    'danger',
    'The keys on this computer will be reachable from a network',
    'A key that was kept offline stays one only as long as its computer does.',
  ],
});

/** How a time is shown to whoever compares it with another clock. */
export interface ClockShown {
  /** "Sunday, 22 November 2026". */
  readonly date: string;
  /** "14:05". */
  readonly time: string;
  /** "America/Los_Angeles, GMT-08:00". */
  readonly zone: string;
  /** "2026-11-22T22:05Z". */
  readonly utc: string;
}

/** Confirming the clock of a console that is offline: nobody else tells it the time. */
export const describeClock = ({ date, time, zone, utc }: ClockShown): LocalAction => ({
  operation: 'confirm_clock',
  effect: 'write',
  summary: 'Confirm the clock',
  sentence: [actionText(`This computer’s clock says ${time} on ${date}. Confirm that it is right.`)],
  facts: [
    actionFact('Time', time),
    actionFact('Date', date),
    actionFact('Time zone', zone),
    actionFact('Same time in UTC', utc),
    actionFact('Why', 'The service takes a request for less than an hour, and at most five minutes early.'),
  ],
  warnings: [],
  subject: `${utc} (${zone})`,
});

/** Whether the console has a network from its next start on. */
export const describeOfflineStart = (isOffline: boolean): LocalAction => ({
  operation: 'set_offline_start',
  effect: 'write',
  ...(isOffline ? {} : { verifiesUser: true as const }),
  summary: isOffline ? 'Start offline' : 'Start with a network',
  sentence: [
    actionText(
      isOffline
        ? 'From the next start on, refuse every connection of this console.'
        : 'From the next start on, let this console use the network.',
    ),
  ],
  facts: [],
  warnings: isOffline ? [] : [offlineWarning('KEYS_MEET_NETWORK')],
  subject: isOffline ? 'offline from the next start on' : 'with a network from the next start on',
});
