import { defineErrors } from '#protocol/define-errors.ts';

/** Votes on what others requested. */
export const voteError = defineErrors({
  ACTIVITY_NOT_WAITING: [
    'No request with this fingerprint waits for votes.',
    'Look at the activities: it may be settled by now.',
  ],
  VOTE_REQUEST_CHANGED: [
    'What the service shows of this request is not what its first vote stamped.',
    'Do not vote on it. Keep its id and fingerprint, and report it.',
  ],
  VOTE_STAMP_INVALID: [
    'The stamp under this request does not hold: nobody’s key signed these bytes.',
    'Do not vote on it. Keep its id and fingerprint, and report it.',
  ],
});
