import { defineErrors } from '#protocol/define-errors.ts';

/** Requests under one approval. */
export const groupError = defineErrors({
  APPROVAL_OLD: ['The approval is too old to cover further requests.', 'Go on, and approve what is left.'],
  RESULT_NOT_VERIFIED: [
    'A result is not what was approved: {detail}',
    'Do not use it. Report the activity before you go on.',
  ],
  SET_INTERRUPTED: ['The run was interrupted.', 'Go on with it: what was sent has no second effect.'],
  SET_UNKNOWN: {
    batch: ['There is no such batch.', 'Read the file again.'],
    group: ['There is no such set of requests.', 'Start again.'],
  },
  SET_RUNS: ['It is under way.', 'Pause it first.'],
  SET_OF_ANOTHER: [
    'This was prepared for another profile or credential than the selected ones.',
    'Select those that it was prepared with.',
  ],
});
