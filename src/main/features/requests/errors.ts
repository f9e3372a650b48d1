import { defineErrors } from '#protocol/define-errors.ts';

/** Preparing, previewing and sending one request. */
export const requestError = defineErrors({
  ACTIVITY_FAILED: {
    said: ['{message}', 'Correct the request and try again.'],
    unsaid: [
      'The service couldn’t carry out the request and gave no reason.',
      'Correct the request and try again.',
    ],
  },
  ACTIVITY_REJECTED: ['The request was rejected.', 'Ask the users who rejected it.'],
  REQUEST_UNKNOWN: {
    waiting: ['No request in this run is waiting for that activity.', 'Check the activities.'],
    unanswered: ['No such request is waiting for an answer.', 'Check the activities.'],
  },
  PREVIEW_UNKNOWN: ['This preview doesn’t exist or has already been used.', 'Prepare the request again.'],
  PREVIEW_EXPIRED: ['The preview has expired.', 'Prepare the request again.'],
  REQUEST_STAMPED_FOR_FILE: [
    'This request was approved for a file. It wasn’t sent from here.',
    'Send the file once it is stamped, or prepare the request again.',
  ],
  REQUEST_CHANGED: [
    'This saved request was changed after it was approved. Nothing was stamped.',
    'Prepare the request again. Someone can write to this console’s data folder.',
  ],
});
