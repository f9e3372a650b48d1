import { defineErrors } from '#protocol/define-errors.ts';

/** Votes on what others requested. */
export const voteError = defineErrors({
  ACTIVITY_NOT_WAITING: [
    'No request with this fingerprint is waiting for votes.',
    'Check the activities: it may already be decided.',
  ],
  VOTE_REQUEST_CHANGED: [
    'What the service shows of this request isn’t what its first voter stamped.',
    'Don’t vote on it. Note its ID and fingerprint, and report it.',
  ],
  VOTE_STAMP_INVALID: [
    'The stamp of this request is invalid: no known key signed these bytes.',
    'Don’t vote on it. Note its ID and fingerprint, and report it.',
  ],
});
