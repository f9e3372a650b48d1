import { app, dialog } from 'electron';
import { AppError } from '#protocol/error.ts';
import { developerSetting } from './developer-settings.ts';

/** Says why the console could not start, in a box and on standard error, and ends the program. */
export function reportStartFailure(error: unknown): void {
  const text =
    error instanceof AppError ? `${error.message}\n\n${error.remedy}` : 'It failed for an unknown reason.';
  process.stderr.write(`KeyOps Console could not start. ${text}\n`);
  if (!(error instanceof AppError)) process.stderr.write(`${String(error)}\n`);
  // Without a screen there is nobody to close the box.
  if (developerSetting('KEYOPS_HEADLESS') !== '1')
    dialog.showErrorBox('KeyOps Console could not start', text);
  app.exit(1);
}
