import { defineErrors } from '#protocol/define-errors.ts';

/** Batches out of a file, and the file of their results. */
export const batchError = defineErrors({
  BATCH_INVALID: ['{message}', 'Correct the file and read it again.'],
  BATCH_NEEDS_KEY: [
    'The active credential is a passkey, which would ask you to confirm each request of the batch.',
    'Use an API key or a session, then read the file again.',
  ],
  RESULTS_MISSING: [
    'The results file is missing: {path}.',
    'Put it back, then resume. If it’s lost, an empty file with that name will do.',
  ],
  RESULTS_MOVED: [
    'The results file was moved or replaced during the batch: {path}. What it held is in {kept}.',
    'Rename that file to the first name, then resume.',
  ],
  RESULTS_CHANGED: [
    'Another program changed the results file during the batch: {path}.',
    'If it has lost results, put a copy in its place that has them. Then resume.',
  ],
  RESULTS_UNWRITABLE: [
    'The results can’t be written next to the batch file.',
    'Check that the disk isn’t full and that you can write to the folder, or copy the batch file to another folder.',
  ],
});
