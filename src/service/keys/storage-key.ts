import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret } from '#protocol/secret.ts';
import { storageKeyError } from './errors.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const STORAGE_KEY_BYTES = 32;

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

  /** Forgets the key. */
  wipe(): void {
    this.#key.wipe();
    for (const derived of this.#derived.values()) derived.wipe();
  }
}
