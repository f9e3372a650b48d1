import { defineErrors } from '#protocol/define-errors.ts';

/** Batches out of a file, and the file of their results. */
export const batchError = defineErrors({
  BATCH_INVALID: ['{message}', 'Correct the file and read it again.'],
  BATCH_NEEDS_KEY: [
    'A passkey stamps now: it would ask you for each request of the batch.',
    'Stamp with a key or a session, then read the file again.',
  ],
  RESULTS_MISSING: [
    'The file with the results is gone: {path}.',
    'Put it back, then go on. Where it is lost, an empty file of that name will do.',
  ],
  RESULTS_UNWRITABLE: [
    'The results cannot be written beside the file of the batch.',
    'Check that the disk is not full and that you may write in that folder, or copy the file to another one.',
  ],
});
