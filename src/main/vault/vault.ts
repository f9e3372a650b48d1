import { createHash, randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { toHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { Secret, copySecret } from '#protocol/secret.ts';
import { type ApiKeyCurve, type Signer, apiPublicKeyOf } from '#protocol/stamp.ts';
import { vaultError } from './errors.ts';
import { type Keychain, KeychainError, keyOfItem } from './keychain.ts';
import { readKey } from './read-key.ts';
import { type KeptSigner, createSigner } from './signer.ts';

/** The credentials' private keys: they go from here into the keychain and into signatures, nowhere else. */
export interface Vault {
  /** Makes a key and puts it into the keychain; gives its public key. @throws KeychainError */
  generate(curve: ApiKeyCurve): Promise<string>;
  /** Puts a key that was received into the keychain, and wipes it; gives its public key. @throws KeychainError */
  keep(curve: ApiKeyCurve, key: Secret): Promise<string>;
  /**
   * Reads a key out of a text and puts it into the keychain.
   * @param admit may throw to refuse the key by its public half, before anything is stored
   * @throws AppError, KeychainError
   */
  importKey(
    text: string,
    curve: ApiKeyCurve | null,
    admit: (publicKey: string) => Promise<void>,
  ): Promise<{ publicKey: string; curve: ApiKeyCurve }>;
  /**
   * A signer that works until the vault is locked. The keychain's own lock is asked each time: while it is locked, no key
   * is in memory. @throws AppError, KeychainError
   */
  signer(publicKey: string, curve: ApiKeyCurve): Promise<Signer>;
  /**
   * Where a credential's key comes from, as the keychain has it: whoever writes the database adds no key and hides no
   * import. Null where the keychain holds no such key. @throws KeychainError
   */
  originOf(publicKey: string): Promise<'made' | 'imported' | null>;
  /**
   * Lends the private key itself, for a backup alone, and wipes it when the work is done.
   * @throws AppError `CREDENTIAL_KEY_MISSING`, `CREDENTIAL_KEY_MISMATCH`; KeychainError
   */
  lend<T>(publicKey: string, curve: ApiKeyCurve, work: (key: Secret) => Promise<T>): Promise<T>;
  /** Puts a key of a backup into the keychain, as one that was imported, and wipes it. @throws KeychainError */
  restore(curve: ApiKeyCurve, key: Secret): Promise<void>;
  /** Destroys the key in the keychain and in memory. @throws KeychainError */
  forget(publicKey: string): Promise<void>;
  /**
   * The service's storage key: 32 bytes.
   * @param isFresh whether the service has no database yet; only then a missing key is made
   * @throws AppError `STORAGE_KEY_MISSING`, `STORAGE_KEY_INVALID`; KeychainError
   */
  storageKey(isFresh: boolean): Promise<Secret>;
  /** The newest state of a folder's database that was noted; 0 where none was. @throws KeychainError */
  knownGeneration(folder: string): Promise<number>;
  /** Notes a later state of it (docs/decisions/105). @throws KeychainError */
  noteGeneration(folder: string, generation: number): Promise<void>;
  /** Drops every key that is held in memory. */
  lock(): void;
  /** Whether keys can be had now; the keychain may ask for its password again. @throws KeychainError */
  probe(): Promise<void>;
}

const STORAGE_KEY = 'service-storage-key';
const account = (publicKey: string): string => `credential:${publicKey}`;
/** Stands beside the item of a key that was brought from outside. */
const importedItem = (publicKey: string): string => `imported:${publicKey}`;
/** Each folder has a database of its own, and a number of its own: by the path without links, as the service's own commands. */
const generationItem = (folder: string): string => itemOf(existsSync(folder) ? realpathSync(folder) : folder);
const itemOf = (path: string): string =>
  `service-generation:${createHash('sha256').update(resolve(path)).digest('hex').slice(0, 32)}`;
const generationIn = (text: string | null): number =>
  text === null || !/^\d{1,15}$/.test(text) ? 0 : Number(text);

/** Opens the vault over a keychain. */
export function createVault(keychain: Keychain): Vault {
  const kept = new Map<string, KeptSigner>();
  // A key that arrives from the keychain after a lock is not kept, nor one that was forgotten meanwhile.
  let locks = 0;
  const forgets = new Map<string, number>();
  const forgetsOf = (publicKey: string): number => forgets.get(publicKey) ?? 0;

  const lock = (): void => {
    locks += 1;
    for (const signer of kept.values()) signer.forget();
    kept.clear();
  };
  const drop = (publicKey: string): void => {
    forgets.set(publicKey, forgetsOf(publicKey) + 1);
    kept.get(publicKey)?.forget();
    kept.delete(publicKey);
  };
  const read = async (name: string): Promise<string | null> => {
    try {
      return await keychain.get(name);
    } catch (error) {
      if (error instanceof KeychainError) lock();
      throw error;
    }
  };
  const store = async (curve: ApiKeyCurve, bytes: Uint8Array): Promise<string> => {
    try {
      const publicKey = apiPublicKeyOf(curve, bytes);
      await keychain.set(account(publicKey), toHex(bytes));
      return publicKey;
    } finally {
      bytes.fill(0);
    }
  };

  return {
    generate: (curve) => store(curve, randomKey(curve)),
    keep: async (curve, key) => {
      try {
        return await store(
          curve,
          key.use((bytes) => Uint8Array.from(bytes)),
        );
      } finally {
        key.wipe();
      }
    },
    importKey: async (text, curve, admit) => {
      const key = readKey(text, curve);
      try {
        const publicKey = apiPublicKeyOf(key.curve, key.bytes);
        await admit(publicKey);
        // Before the key is there: none counts as made here in between.
        await keychain.set(importedItem(publicKey), 'yes');
      } catch (error) {
        key.bytes.fill(0);
        throw error;
      }
      return { publicKey: await store(key.curve, key.bytes), curve: key.curve };
    },
    signer: async (publicKey, curve) => {
      const round = locks;
      const state = await keychain.lock?.state();
      if (state === 'locked') {
        lock();
        throw new KeychainError('locked', process.platform);
      }
      // It was asked before a lock: no key is read into memory for it.
      if (round !== locks) throw vaultError('VAULT_LOCKED');
      // Where nobody says that it is unlocked, a key is good for as long as the keychain itself still gives it.
      const known = kept.get(publicKey);
      if (known !== undefined && state !== 'unknown') return known;
      const forgotten = forgetsOf(publicKey);
      const text = await read(account(publicKey));
      if (text === null || forgotten !== forgetsOf(publicKey)) throw keyMissing(publicKey);
      const again = kept.get(publicKey);
      if (again !== undefined && round === locks) return again;
      const signer = openSigner(publicKey, curve, text);
      if (round !== locks) {
        signer.forget();
        throw vaultError('VAULT_LOCKED');
      }
      kept.set(publicKey, signer);
      return signer;
    },
    originOf: async (publicKey) => {
      if ((await read(account(publicKey))) === null) return null;
      return (await read(importedItem(publicKey))) === null ? 'made' : 'imported';
    },
    lend: async (publicKey, curve, work) => {
      const text = await read(account(publicKey));
      if (text === null) throw keyMissing(publicKey);
      // What the keychain holds under that name may be another key, or none.
      openSigner(publicKey, curve, text).forget();
      const key = keyOfItem(text);
      if (key === null) throw keyTampered(publicKey);
      try {
        return await work(key);
      } finally {
        key.wipe();
      }
    },
    restore: async (curve, key) => {
      try {
        const publicKey = key.use((bytes) => apiPublicKeyOf(curve, bytes));
        // Before the key is there: none counts as made here in between.
        await keychain.set(importedItem(publicKey), 'yes');
        await store(curve, key.use(copySecret));
      } finally {
        key.wipe();
      }
    },
    forget: async (publicKey) => {
      drop(publicKey);
      try {
        await keychain.delete(account(publicKey));
      } finally {
        // Whoever asked for a stamp until then has read the key again.
        drop(publicKey);
      }
      await keychain.delete(importedItem(publicKey));
    },
    storageKey: async (isFresh) => {
      const text = await keychain.get(STORAGE_KEY);
      if (text === null) {
        // Two looks, two ways: a key that is drawn over another one loses everything that was sealed under that one.
        if (!isFresh || (await keychain.list()).includes(STORAGE_KEY))
          throw vaultError('STORAGE_KEY_MISSING');
        const bytes = randomBytes(32);
        await keychain.set(STORAGE_KEY, bytes.toString('hex'));
        return new Secret(bytes);
      }
      const key = keyOfItem(text);
      if (key === null) throw vaultError('STORAGE_KEY_INVALID');
      return key;
    },
    knownGeneration: async (folder) => {
      // Before links were followed, it was noted under the path as it was given.
      const items = new Set([generationItem(folder), itemOf(folder)]);
      const noted = await Promise.all([...items].map(async (item) => generationIn(await keychain.get(item))));
      return Math.max(...noted);
    },
    noteGeneration: async (folder, generation) => {
      const item = generationItem(folder);
      if (generation > generationIn(await keychain.get(item)))
        await keychain.replace(item, String(generation));
    },
    lock,
    probe: async () => {
      keychain.askAgain();
      await keychain.get(STORAGE_KEY);
    },
  };
}

function openSigner(publicKey: string, curve: ApiKeyCurve, text: string): KeptSigner {
  const key = keyOfItem(text);
  if (key === null) throw keyTampered(publicKey);
  let signer: KeptSigner;
  try {
    signer = createSigner(curve, key);
  } catch {
    // Out of the curve's range: it is no key at all.
    key.wipe();
    throw keyTampered(publicKey);
  }
  if (signer.publicKey === publicKey) return signer;
  signer.forget();
  throw keyTampered(publicKey);
}

// Almost every 32 bytes are a key; the others (zero, or above the group order) are drawn again.
function randomKey(curve: ApiKeyCurve): Uint8Array {
  for (;;) {
    const bytes = Uint8Array.from(randomBytes(32));
    try {
      apiPublicKeyOf(curve, bytes);
      return bytes;
    } catch {
      bytes.fill(0);
    }
  }
}

const keyMissing = (publicKey: string): AppError =>
  vaultError('CREDENTIAL_KEY_MISSING', { publicKey: publicKey.slice(0, 12) });

const keyTampered = (publicKey: string): AppError =>
  vaultError('CREDENTIAL_KEY_MISMATCH', { publicKey: publicKey.slice(0, 12) });
