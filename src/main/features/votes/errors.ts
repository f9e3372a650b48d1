import { defineErrors } from '#protocol/define-errors.ts';

/** Votes on many requests under one approval. */
export const votesError = defineErrors({
  VOTES_NEED_KEY: [
    'The active credential is a passkey, which would ask you to confirm each vote.',
    'Vote on one request at a time, or use an API key or a session.',
  ],
  VOTE_GONE: [
    'Request {line} of the {total} selected ones no longer waits for votes. Nothing was stamped.',
    'Look at the list again, and select the requests that still wait.',
  ],
  VOTES_CHANGED: [
    'The prepared votes changed: expected {expected}, found {given}.',
    'Select the requests again.',
  ],
});
