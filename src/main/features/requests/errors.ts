import { defineErrors } from '#protocol/define-errors.ts';

/** Preparing, previewing and sending one request. */
export const requestError = defineErrors({
  ACTIVITY_FAILED: {
    said: ['{message}', 'Correct the request and try again.'],
    unsaid: ['The service could not do it, and does not say why.', 'Correct the request and try again.'],
  },
  ACTIVITY_REJECTED: ['The request was rejected.', 'Ask those who voted against it.'],
  REQUEST_UNKNOWN: {
    waiting: ['No request of this run waits for that activity.', 'Look at the activities.'],
    unanswered: ['There is no such request without an answer.', 'Look at the activities.'],
  },
  PREVIEW_UNKNOWN: ['There is no such preview, or it was used already.', 'Prepare the request again.'],
  PREVIEW_EXPIRED: ['The preview is too old to be approved.', 'Prepare the request again.'],
  REQUEST_CHANGED: [
    'This kept request isn’t one that was approved here: its row was changed. Nothing was stamped.',
    'Prepare the request again. Somebody can write this console’s data folder.',
  ],
});
