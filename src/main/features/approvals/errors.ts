import { defineErrors } from '#protocol/define-errors.ts';

/** What an approval refuses, and how it ends without one. */
export const approvalError = defineErrors({
  APPROVAL_REFUSED: ['This decision does not count: {why}.', 'Prepare the request again and review it.'],
  APPROVAL_UNSETTLED: [
    'The window moved while you pressed, so the press did not count.',
    'Look at the request again, then press once more.',
  ],
  REVIEW_BUSY: ['Another request is under review.', 'Approve or cancel that one first.'],
  REVIEW_UNASKED: [
    'No button in the window was pressed to start this review.',
    'Press the button that reviews the request. If you didn’t press anything, close the console.',
  ],
  APPROVAL_SPENT: ['This approval has already been used.', 'Review the request again.'],
  APPROVAL_MISMATCH: {
    request: [
      'The request is not the one that was approved; nothing was stamped.',
      'Prepare the request again. If this happens twice, something on this computer changes requests.',
    ],
    ofGroup: [
      'A request is not the one that was approved; it was not stamped.',
      'Prepare it again. If this happens twice, something on this computer changes requests.',
    ],
    context: [
      'The profile or credential of these requests isn’t the one that was approved; nothing was stamped.',
      'Prepare the requests again. Someone can write to this console’s data folder.',
    ],
  },
  VERIFICATION_UNDER_WAY: [
    'You are already being asked to confirm that it’s you.',
    'Answer there, or cancel this request.',
  ],
  VERIFICATION_UNAVAILABLE: [
    'The console can’t confirm that it’s you, so nothing was approved.',
    'Restart the console and try again.',
  ],
  UNLOCK_UNDECIDED: [
    'Nobody has chosen how this console is unlocked, so nothing was approved.',
    'Choose an unlock method on the console’s first screen, or go without one. Then start again.',
  ],
  ACTION_DENIED: ['You canceled this. Nothing was changed.', 'Start again if you still want it.'],
  ACTION_EXPIRED: [
    'Nobody approved this in time. Nothing was changed.',
    'Start again, and approve it within the time limit.',
  ],
});
