import { AppError } from '../../protocol/error.ts';

/** A key that cannot be read, found or trusted. Never holds key material. */
export class VaultError extends AppError {}

/** A credential whose metadata is there and whose key is not in the keychain. */
export const keyMissing = (publicKey: string): VaultError =>
  new VaultError(
    'CREDENTIAL_KEY_MISSING',
    `The keychain holds no key for the credential ${publicKey.slice(0, 12)}….`,
    'Import the key again, or forget the credential.',
  );

/** A keychain item that is not the key which its account's name promises. */
export const keyTampered = (publicKey: string): VaultError =>
  new VaultError(
    'CREDENTIAL_KEY_MISMATCH',
    `The keychain item of the credential ${publicKey.slice(0, 12)}… holds something else than its key.`,
    'Somebody or something changed it. Do not use this credential: revoke its API key, forget it and make a new one.',
  );

/** The local service has a database, and the keychain gives no key for it. */
export const storageKeyMissing = (): VaultError =>
  new VaultError(
    'STORAGE_KEY_MISSING',
    'The keychain gives no key for the local service’s database. No new key was made, so nothing is lost.',
    'Unlock the keychain that holds service-storage-key, or restore it from a backup. Then check again.',
  );

/** A key was to be used after the vault was locked. */
export const vaultLocked = (): VaultError =>
  new VaultError('VAULT_LOCKED', 'The console was locked meanwhile.', 'Unlock it and try again.');
