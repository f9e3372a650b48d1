import type { Secret } from '#protocol/secret.ts';
import { API_KEY_CURVES, type ApiKeyCurve, apiPublicKeyOf } from '#protocol/stamp.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import { backupError } from './errors.ts';

export { type BackupOpener, openBackup, sealBackup } from './backup-file.ts';

/** Backups of credentials: a key goes out of the keychain for one, and comes back from one, by its public key alone. */
export interface KeyBackups {
  /**
   * Lends a credential’s key for as long as the work takes.
   * @throws AppError `BACKUP_KEY_UNFIT`, `BACKUP_KEY_ABSENT`, `CONSOLE_LOCKED`; KeychainError
   */
  lend<T>(publicKey: string, work: (key: Secret, curve: ApiKeyCurve) => Promise<T>): Promise<T>;
  /**
   * Says whether a key could be restored, before it is asked for. @throws AppError `BACKUP_KEY_UNFIT`, `BACKUP_KEY_PRESENT`,
   * `CONSOLE_LOCKED`; KeychainError
   */
  admit(publicKey: string): Promise<void>;
  /**
   * Puts a key back into the keychain, and makes a credential of it where there is none.
   * @param key 32 bytes, wiped @throws AppError `BACKUP_FOREIGN` and those of `admit`; KeychainError
   */
  restore(publicKey: string, key: Secret, label: string): Promise<ApiKeyCurve>;
}

/** A public key of a credential: compressed, or of Ed25519. */
const PUBLIC_KEY = /^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/;

/**
 * @param requireUnlocked refuses where a stamp would be: past the lock no key goes out
 */
export function createKeyBackups(
  { storage, vault, clock }: Pick<ConsoleContext, 'storage' | 'vault' | 'clock'>,
  requireUnlocked: () => Promise<void>,
): KeyBackups {
  const admit = async (publicKey: string): Promise<void> => {
    if (!PUBLIC_KEY.test(publicKey)) throw backupError('BACKUP_KEY_UNFIT');
    await requireUnlocked();
    if ((await vault.originOf(publicKey)) !== null) throw backupError('BACKUP_KEY_PRESENT');
  };

  return {
    lend: async (publicKey, work) => {
      if (!PUBLIC_KEY.test(publicKey)) throw backupError('BACKUP_KEY_UNFIT');
      await requireUnlocked();
      const credential = await storage.credentials.find(publicKey);
      if (credential?.kind !== 'key') throw backupError('BACKUP_KEY_ABSENT');
      return vault.lend(publicKey, credential.curve, (key) => work(key, credential.curve));
    },
    admit,
    restore: async (publicKey, key, label) => {
      try {
        await admit(publicKey);
        const curve = curveOf(publicKey, key);
        if (curve === undefined) throw backupError('BACKUP_FOREIGN');
        const { id: profileId } = await currentProfile(storage);
        // Before it is a credential: no preview takes it for a key that this console alone has.
        await storage.settings.set(`imported.${publicKey}`, 'yes');
        await vault.restore(curve, key);
        if ((await storage.credentials.find(publicKey)) === undefined)
          await storage.credentials.add({
            ...{ kind: 'key', publicKey, profileId, curve, label },
            createdAtMs: clock.now(),
            expiresAtMs: null,
          });
        return curve;
      } finally {
        key.wipe();
      }
    },
  };
}

/** The curve on which a private key has that public one; undefined where it is another key’s. */
const curveOf = (publicKey: string, key: Secret): ApiKeyCurve | undefined =>
  API_KEY_CURVES.find((curve) => {
    try {
      return key.use((bytes) => apiPublicKeyOf(curve, bytes)) === publicKey;
    } catch {
      return false;
    }
  });
