import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Keytar from 'keytar';
import { Secret } from '#protocol/secret.ts';
import { storageKeyError } from './errors.ts';
import { STORAGE_KEY_BYTES, StorageKey } from './storage-key.ts';

/** Gets the storage key; `fresh` says that the database is new, so that there may be none yet. */
export type StorageKeySource = (fresh: boolean) => Promise<StorageKey>;

const KEYCHAIN_SERVICE = 'KeyOps Console';

/** Each data folder, which must exist, has items of its own. */
const accountOf = (item: string, data: string): string =>
  `${item}:${createHash('sha256').update(realpathSync(data)).digest('hex').slice(0, 32)}`;

/**
 * The storage key as 32 raw bytes from a file descriptor; more or fewer are refused.
 * @throws AppError `STORAGE_KEY_UNREADABLE`, `STORAGE_KEY_INVALID`
 */
export const storageKeyFromDescriptor =
  (fd: number): StorageKeySource =>
  async () => {
    const bytes = new Uint8Array(STORAGE_KEY_BYTES + 1);
    let length = 0;
    try {
      for await (const chunk of createReadStream('', {
        fd,
        highWaterMark: bytes.length,
      }) as AsyncIterable<Buffer>) {
        bytes.set(chunk.subarray(0, bytes.length - length), length);
        length = Math.min(bytes.length, length + chunk.length);
        chunk.fill(0);
        // The writer need not close its end.
        if (length >= STORAGE_KEY_BYTES) break;
      }
    } catch (cause) {
      throw storageKeyError('STORAGE_KEY_UNREADABLE', { fd, cause });
    }
    const key = new Secret(bytes.slice(0, length));
    bytes.fill(0);
    return new StorageKey(key);
  };

/**
 * The storage key from the system's keychain, made there on the first start.
 * @param data the data folder, which must exist: each has a key of its own
 * @throws AppError `KEYCHAIN_UNAVAILABLE`, `STORAGE_KEY_MISSING`
 */
export const storageKeyFromKeychain =
  (data: string): StorageKeySource =>
  async (fresh) => {
    const account = accountOf('service-storage-key', data);
    const kept = await inKeychain((keytar) => keytar.getPassword(KEYCHAIN_SERVICE, account));
    if (kept !== null) return storedKey(kept);
    if (!fresh) throw storageKeyError('STORAGE_KEY_MISSING');
    await proveUnlocked();
    const hidden = await inKeychain((keytar) => keytar.getPassword(KEYCHAIN_SERVICE, account));
    if (hidden !== null) return storedKey(hidden);
    const key = randomBytes(STORAGE_KEY_BYTES);
    await inKeychain((keytar) => keytar.setPassword(KEYCHAIN_SERVICE, account, key.toString('base64url')));
    return new StorageKey(new Secret(key));
  };

/** The newest state of a data folder's database, in the keychain beside its storage key (docs/decisions/105). */
export const generationInKeychain = (data: string) => ({
  /** The number that was noted last; 0 where there is none. */
  known: async (): Promise<number> => {
    const account = accountOf('service-generation', data);
    const read = () => inKeychain((keytar) => keytar.getPassword(KEYCHAIN_SERVICE, account));
    const noted = await read();
    if (noted !== null) return Number(noted);
    await proveUnlocked();
    return Number((await read()) ?? '0');
  },
  note: async (generation: number): Promise<void> => {
    const account = accountOf('service-generation', data);
    await inKeychain((keytar) => keytar.setPassword(KEYCHAIN_SERVICE, account, String(generation)));
  },
});

/** A locked keychain reads as an empty one; writing unlocks it or fails, and then it is read again. */
const proveUnlocked = (): Promise<void> =>
  inKeychain((keytar) => keytar.setPassword(KEYCHAIN_SERVICE, 'keychain-probe', 'no secret'));

const storedKey = (text: string): StorageKey =>
  new StorageKey(new Secret(new Uint8Array(Buffer.from(text, 'base64url'))));

async function inKeychain<T>(call: (keytar: typeof Keytar) => Promise<T>): Promise<T> {
  try {
    // Loaded only here: with a key from a descriptor, no keychain needs to be installed.
    return await call(createRequire(import.meta.url)('keytar') as typeof Keytar);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unknown reason';
    throw storageKeyError('KEYCHAIN_UNAVAILABLE', { why, cause });
  }
}
