import { createApiKeys } from '#protocol/catalogue/api-keys.ts';
import { AppError } from '#protocol/error.ts';
import { isSameBytes } from '#protocol/offline/cbor.ts';
import {
  OFFLINE_LIMITS,
  type OfflineFile,
  digestOfFile,
  readAnyOfflineFile,
} from '#protocol/offline/offline-files.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import { LONGER, filesAt, offlineFormatOf } from '../offline/module.ts';
import type { EnrollmentFiles } from './enrollment.ts';
import { ceremonyError } from './errors.ts';

/**
 * The registrations of API keys in a folder, each with its stamp and its answer. What belongs to something else is left alone.
 * @throws AppError `CEREMONY_FOLDER` where there are none, and those of reading a folder
 */
export async function enrollmentsIn(folder: string): Promise<EnrollmentFiles[]> {
  const files: OfflineFile[] = [];
  for (const path of await filesAt(folder)) {
    const limit = OFFLINE_LIMITS[offlineFormatOf(path) ?? 'keyops-answer'];
    try {
      files.push(readAnyOfflineFile(await readUpTo(path, LONGER * limit)));
    } catch (error) {
      // A file that is none hides no other.
      if (!(error instanceof AppError)) throw error;
    }
  }
  const found = files.flatMap((request): EnrollmentFiles[] => {
    if (request.format !== 'keyops-request' || request.operation !== createApiKeys.path) return [];
    const digest = digestOfFile(request);
    return files.flatMap((stamp): EnrollmentFiles[] => {
      if (stamp.format !== 'keyops-stamp' || !isSameBytes(stamp.request, digest)) return [];
      return files.flatMap((answer) =>
        answer.format === 'keyops-answer' && isSameBytes(answer.request, digest)
          ? [{ request, stamp, answer }]
          : [],
      );
    });
  });
  if (found.length === 0) throw ceremonyError('CEREMONY_FOLDER');
  return found;
}
