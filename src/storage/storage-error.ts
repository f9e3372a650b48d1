/** A database that cannot be used as it is: a stable code, what happened, and what to do next. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: string;
  readonly remedy: string;

  constructor(code: string, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.remedy = remedy;
  }
}

const ROWS = {
  DATABASE_UNREADABLE: [
    'The database {file} cannot be opened ({why}).',
    'Check that the file is a database of this program and that it may be written.',
  ],
  DATABASE_TOO_NEW: [
    'A newer version of the program has changed this database (“{name}”); this version can’t read it. Nothing was changed.',
    'Start the newer version again. To go back, restore the copy that it made before the change (its name ends in “before” and a number).',
  ],
  MIGRATION_COPY_FAILED: [
    'The database was not upgraded, because the copy {file} could not be made before it ({why}). Nothing was changed.',
    'Free up disk space, or let this user write to the folder. Then start again.',
  ],
  MIGRATION_FAILED: [
    'The migration "{name}" could not be applied; the database is as it was before it.',
    'Report this with the version of the program.',
  ],
  FOLDER_LOCKED: [
    'Another running program uses the data folder {folder}.',
    'Stop it first, or give another folder.',
  ],
  FOLDER_PURGED: [
    'The data folder {folder} is being removed: its keys may be gone already.',
    'Finish with --purge-data, or give another folder.',
  ],
} as const;

const make = (code: keyof typeof ROWS, given: Readonly<Record<string, unknown>>): StorageError => {
  const [message, remedy] = ROWS[code];
  const text = message.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
  return new StorageError(code, text, remedy, given);
};

/** Opening an embedded database: by hand what `defineErrors` does, because this room imports nothing of ours. */
export const storageError = Object.assign(make, { rows: ROWS });
