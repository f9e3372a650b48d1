import { defineErrors } from '#protocol/define-errors.ts';

/** Requests under one approval. */
export const groupError = defineErrors({
  APPROVAL_OLD: [
    'The approval has expired for further requests.',
    'Resume, and approve the remaining requests.',
  ],
  RESULT_NOT_VERIFIED: [
    'A result doesn’t match what was approved: {detail}',
    'Don’t use it. Report the activity before you continue.',
  ],
  SET_INTERRUPTED: [
    'The run was interrupted.',
    'Resume it. Requests that already succeeded aren’t repeated.',
  ],
  SET_UNKNOWN: {
    batch: ['This batch doesn’t exist.', 'Read the file again.'],
    group: ['This group of requests doesn’t exist.', 'Start again.'],
  },
  SET_RUNS: {
    run: ['The run is in progress.', 'Pause the run first.'],
    busy: ['The console is still busy with these requests.', 'Wait a moment, then try again.'],
  },
  SET_OF_ANOTHER: {
    context: [
      'This was prepared for a different profile or credential.',
      'Switch to the profile and credential it was prepared with.',
    ],
    moved: [
      'This was prepared for the place that the profile led to before. It isn’t sent to another one.',
      'Discard it, and start again for the new place.',
    ],
  },
});
