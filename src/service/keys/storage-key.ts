import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { createReadStream, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Keytar from 'keytar';
import { Secret } from '#protocol/secret.ts';
import { storageKeyError } from './errors.ts';
import { isGivenDescriptor } from './given-descriptor.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const STORAGE_KEY_BYTES = 32;

/** The key that all key material is encrypted under at rest: AES-256-GCM, a fresh nonce each, the record's id bound in. */
export class StorageKey {
  readonly #key: Secret;
  readonly #derived = new Map<string, Secret>();

  /**
   * @param key 32 bytes, taken over
   * @throws AppError `STORAGE_KEY_INVALID` for another length
   */
  constructor(key: Secret) {
    if (key.length !== STORAGE_KEY_BYTES)
      throw storageKeyError('STORAGE_KEY_INVALID', { length: key.length, wanted: STORAGE_KEY_BYTES });
    this.#key = key;
  }

  /**
   * Encrypts for one record.
   * @returns nonce (12 bytes), ciphertext, tag (16 bytes), one after the other
   */
  seal(plaintext: Uint8Array, recordId: string): Uint8Array {
    return this.#key.use((key) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(recordId));
      return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    });
  }

  /**
   * Decrypts what `seal` made for the same record.
   * @throws AppError `SEALED_DATA_INVALID` when it was changed, belongs to another record or to another key
   */
  open(sealed: Uint8Array, recordId: string): Secret {
    return this.#key.use((key) => {
      try {
        const nonce = sealed.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(recordId))
          .setAuthTag(sealed.subarray(-TAG_BYTES));
        const plaintext = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
        decipher.final();
        return new Secret(plaintext);
      } catch (cause) {
        throw storageKeyError('SEALED_DATA_INVALID', { recordId, cause });
      }
    });
  }

  /**
   * Has `make` work with a key for MACs that is derived from this one (HKDF-SHA256, RFC 5869).
   * @param purpose the derivation's info: each purpose has a key of its own
   */
  authenticate<T>(purpose: string, make: (key: Uint8Array) => T): T {
    let derived = this.#derived.get(purpose);
    if (derived === undefined) {
      derived = this.#key.use(
        (key) => new Secret(new Uint8Array(hkdfSync('sha256', key, '', purpose, STORAGE_KEY_BYTES))),
      );
      this.#derived.set(purpose, derived);
    }
    return derived.use(make);
  }

  /** Lends the key itself, for a backup alone. */
  lend<T>(work: (key: Uint8Array) => T): T {
    return this.#key.use(work);
  }

  /** Forgets the key. */
  wipe(): void {
    this.#key.wipe();
    for (const derived of this.#derived.values()) derived.wipe();
  }
}

/** Gets the storage key; `fresh` says that the database is new, so that there may be none yet. */
export type StorageKeySource = (fresh: boolean) => Promise<StorageKey>;

const KEYCHAIN_SERVICE = 'KeyOps Console';

/** Each data folder, which must exist, has items of its own. */
const accountOf = (item: string, data: string): string =>
  `${item}:${createHash('sha256').update(realpathSync(data)).digest('hex').slice(0, 32)}`;

/**
 * The storage key as 32 raw bytes from a file descriptor; more or fewer are refused. To be called before anything is opened.
 * @throws AppError `STORAGE_KEY_UNREADABLE`, `STORAGE_KEY_INVALID`; the first at once for a descriptor that nobody opened
 */
export function storageKeyFromDescriptor(fd: number): StorageKeySource {
  if (!isGivenDescriptor(fd)) throw storageKeyError('STORAGE_KEY_UNREADABLE', { fd });
  return async () => {
    const bytes = new Uint8Array(STORAGE_KEY_BYTES + 1);
    let length = 0;
    try {
      for await (const chunk of createReadStream('', {
        fd,
        highWaterMark: bytes.length,
        // The next file to be opened would become standard input, output or the error's.
        autoClose: fd > 2,
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
}

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

/** The console's item for its own service, as hex (src/main/vault/vault.ts). */
const CONSOLE_ACCOUNT = 'service-storage-key';

/**
 * The storage key of the service that the console starts, from the console's item in the keychain; never made here.
 * @throws AppError `KEYCHAIN_UNAVAILABLE`, `STORAGE_KEY_MISSING`, `STORAGE_KEY_INVALID`
 */
export const storageKeyOfConsole = (): StorageKeySource => async () => {
  const kept = await inKeychain((keytar) => keytar.getPassword(KEYCHAIN_SERVICE, CONSOLE_ACCOUNT));
  if (kept === null) throw storageKeyError('STORAGE_KEY_MISSING');
  return new StorageKey(new Secret(new Uint8Array(Buffer.from(kept, 'hex'))));
};

/**
 * Puts a storage key that was brought along into the keychain, where the next start finds it.
 * @param data the service's data folder; the console's own item when left out
 * @throws AppError `STORAGE_KEY_OTHER` where there is another one; it stays
 */
export async function keepInKeychain(key: StorageKey, data?: string): Promise<void> {
  const account = data === undefined ? CONSOLE_ACCOUNT : accountOf('service-storage-key', data);
  const text = key.lend((bytes) => Buffer.from(bytes).toString(data === undefined ? 'hex' : 'base64url'));
  await proveUnlocked();
  const kept = await inKeychain((keytar) => keytar.getPassword(KEYCHAIN_SERVICE, account));
  if (kept === text) return;
  if (kept !== null) throw storageKeyError('STORAGE_KEY_OTHER');
  await inKeychain((keytar) => keytar.setPassword(KEYCHAIN_SERVICE, account, text));
}

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
