import type { Secret } from '#protocol/secret.ts';

/** What wraps data keys in this process, at once. */
export interface LocalWrapping {
  /** @param dataKey 32 bytes; left as they are */
  readonly wrap: (dataKey: Secret) => Uint8Array;
  /** @throws AppError `SEALED_DATA_INVALID` for what this key did not wrap, or what was changed */
  readonly unwrap: (wrapped: Uint8Array) => Secret;
}

/**
 * One version of the key that data keys are wrapped under. It is never in the database: it was given on a file descriptor, or a
 * service wraps with it.
 */
export interface WrappingKey {
  /** Names the key and its version, and says nothing about its bytes. */
  readonly id: string;
  /** Where the key is in this process. */
  readonly local?: LocalWrapping;
  /**
   * @param dataKeys 32 bytes each; left as they are
   * @throws StorageError `KEY_SERVICE_UNAVAILABLE`
   */
  readonly wrap: (dataKeys: readonly Secret[]) => Promise<readonly Uint8Array[]>;
  /**
   * Unwraps data keys, in order; whoever asked wipes them.
   * @throws AppError `SEALED_DATA_INVALID` for what this key did not wrap, or what was changed; StorageError as `wrap`
   */
  readonly unwrap: (wrapped: readonly Uint8Array[]) => Promise<readonly Secret[]>;
  /** Forgets it. */
  readonly wipe: () => void;
}

/** Whatever has versions of a wrapping key: a descriptor has one, a service as many as it made. */
export interface KeyHolder {
  /** The version of an ID, where it's one of this holder's. */
  readonly of: (id: string) => WrappingKey | undefined;
  /** The one to wrap under from now on. @throws StorageError `KEY_SERVICE_UNAVAILABLE` */
  readonly newest: () => Promise<WrappingKey>;
  /** Forgets what it has. */
  readonly wipe: () => void;
}
