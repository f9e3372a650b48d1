import { defineErrors } from '#protocol/define-errors.ts';
import { StorageError } from '#storage/storage-error.ts';

/** A database that the service does not work with: not its own work, or an older state of it. */
export const databaseError = defineErrors(
  {
    DATABASE_CHANGED: [
      'Another program changed the service’s database ({where}): its users, keys, policies or votes aren’t those that the service wrote.',
      'Restore the data folder from a backup.',
    ],
    DATABASE_OLDER: [
      'The service’s database is older than the one that it worked with last: what was changed since is missing from it.',
      'Put the newest database back. To go on with a backup that you restored, start once with --accept-older-database.',
    ],
  },
  ({ code, message, remedy }, details: { readonly cause?: unknown; readonly where?: string }) =>
    new StorageError(code, message, remedy, details),
);
