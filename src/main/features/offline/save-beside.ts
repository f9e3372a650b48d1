import { errorText } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import { writeOfflineFile } from '#protocol/offline/offline-files.ts';
import { type OpenItem, offlineNameOf } from './open-items.ts';
import { saveInto } from './stamps-beside.ts';

/** What became of the stamps of a batch. */
export interface SavedBeside {
  /** How many stamps were saved beside their requests. */
  readonly saved: number;
  /** Those that could not be saved there: they are open all the same. */
  readonly refused: readonly { name: string; code: string; message: string; remedy: string }[];
}

/** Saves the stamps of requests that came from a folder beside them. */
export async function saveBeside(items: readonly OpenItem[]): Promise<SavedBeside> {
  const refused: { name: string; code: string; message: string; remedy: string }[] = [];
  let saved = 0;
  for (const { from, request, stamp } of items) {
    if (from === undefined || stamp === undefined) continue;
    const name = offlineNameOf(request.file, stamp.file);
    try {
      stamp.savedTo = await saveInto(from, name, writeOfflineFile(stamp.file));
      saved += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, remedy } = errorText(error);
      refused.push({ name, code, message, remedy });
    }
  }
  return { saved, refused };
}
