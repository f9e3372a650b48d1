export type StorageErrorCode =
  | 'DATABASE_UNREADABLE'
  | 'DATABASE_TOO_NEW'
  | 'MIGRATION_FAILED'
  | 'FOLDER_LOCKED'
  | 'DATABASE_CHANGED'
  | 'DATABASE_OLDER';

/** A database that cannot be used as it is: a stable code, what happened, and what to do next. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  readonly remedy: string;

  constructor(code: StorageErrorCode, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.remedy = remedy;
  }
}
