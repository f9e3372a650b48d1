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
    'The database holds the migration "{name}", which this version of the program does not know.',
    'Start the version that made it, or a newer one.',
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
