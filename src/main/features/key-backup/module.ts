import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import type { Secret } from '#protocol/secret.ts';
import { API_KEY_CURVES, type ApiKeyCurve, apiPublicKeyOf } from '#protocol/stamp.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import type { BackupSeal } from './backup-file.ts';
import { backupError } from './errors.ts';

export { type BackupSeal, isBackupOf, openBackup, sealBackup } from './backup-file.ts';
export {
  type ShareCollector,
  type ShareRound,
  createShareCollector,
  createShareRound,
} from './share-round.ts';

/** A backup on its way, as the journal names it. */
export const backupWay = (
  place:
    | { readonly kind: 'paper'; readonly threshold: number; readonly count: number }
    | { readonly kind: 'file'; readonly seal: BackupSeal },
): string => {
  if (place.kind === 'paper') return `shares ${place.threshold}/${place.count}`;
  return 'passphrase' in place.seal
    ? 'age file, passphrase'
    : `age file, ${place.seal.recipients.length} recipients`;
};

/** How a backup ended. */
export interface BackupEnd {
  readonly isDone: boolean;
  /** SHA-256 of the file, hex; without one the journal has that of its subject. */
  readonly digest?: string;
}

/** Backups of credentials: a key goes out of the keychain for one, and comes back from one, by its public key alone. */
export interface KeyBackups {
  /**
   * Says whether a key could be lent, before anybody is asked.
   * @throws AppError `BACKUP_KEY_UNFIT`, `BACKUP_KEY_ABSENT`, `CONSOLE_LOCKED`
   */
  requireKept(publicKey: string): Promise<void>;
  /**
   * Lends a credential’s key for as long as the work takes. The journal has a line before it goes out, and one about the end.
   * @param way how it is backed up, for the journal; no secret
   * @throws AppError as `requireKept`, `JOURNAL_UNWRITABLE`; KeychainError
   */
  lend<T extends BackupEnd>(
    publicKey: string,
    way: string,
    work: (key: Secret, curve: ApiKeyCurve) => Promise<T>,
  ): Promise<T>;
  /**
   * Says whether a key could be restored, before it is asked for. A key without its credential, as an interrupted restore
   * leaves it, may be. @throws AppError `BACKUP_KEY_UNFIT`, `BACKUP_KEY_PRESENT`, `CONSOLE_LOCKED`; KeychainError
   */
  admit(publicKey: string): Promise<void>;
  /**
   * Puts a key back into the keychain, and makes a credential of it where there is none. Two lines of the journal say so.
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
  needs: Pick<ConsoleContext, 'storage' | 'vault' | 'clock' | 'journal'>,
  requireUnlocked: () => Promise<void>,
): KeyBackups {
  const { storage, vault, clock, journal } = needs;
  const admit = async (publicKey: string): Promise<void> => {
    if (!PUBLIC_KEY.test(publicKey)) throw backupError('BACKUP_KEY_UNFIT');
    await requireUnlocked();
    const isThere = (await vault.originOf(publicKey)) !== null;
    // Without its credential it is what an interrupted restore left: that one may be finished.
    if (isThere && (await storage.credentials.find(publicKey)) !== undefined)
      throw backupError('BACKUP_KEY_PRESENT');
  };
  const keptCurve = async (publicKey: string): Promise<ApiKeyCurve> => {
    if (!PUBLIC_KEY.test(publicKey)) throw backupError('BACKUP_KEY_UNFIT');
    await requireUnlocked();
    const credential = await storage.credentials.find(publicKey);
    if (credential?.kind !== 'key') throw backupError('BACKUP_KEY_ABSENT');
    return credential.curve;
  };
  const append = async (
    { publicKey, operation, subject }: { publicKey: string; operation: string; subject: string },
    outcome: string,
    digest = sha256Hex(toUtf8(subject)),
  ): Promise<void> => {
    const { name: profile } = await currentProfile(storage);
    await journal.append({ profile, publicKey, operation, digest, subject, outcome });
  };

  return {
    requireKept: async (publicKey) => {
      await keptCurve(publicKey);
    },
    lend: async (publicKey, way, work) => {
      const curve = await keptCurve(publicKey);
      const line = { publicKey, operation: 'back_up_credential', subject: way };
      // No key leaves the keychain without a line.
      await append(line, 'private key read for a backup');
      return vault.lend(publicKey, curve, async (key) => {
        let end;
        try {
          end = await work(key, curve);
        } catch (error) {
          await append(line, 'backup failed');
          throw error;
        }
        await append(line, end.isDone ? 'backed up' : 'backup not finished', end.digest);
        return end;
      });
    },
    admit,
    restore: async (publicKey, key, label) => {
      try {
        await admit(publicKey);
        const curve = curveOf(publicKey, key);
        if (curve === undefined) throw backupError('BACKUP_FOREIGN');
        const { id: profileId } = await currentProfile(storage);
        const line = { publicKey, operation: 'restore_credential', subject: label };
        await append(line, 'private key comes from a backup');
        // Before it is a credential: no preview takes it for a key that this console alone has.
        await storage.settings.set(`imported.${publicKey}`, 'yes');
        await vault.restore(curve, key);
        if ((await storage.credentials.find(publicKey)) === undefined)
          await storage.credentials.add({
            ...{ kind: 'key', publicKey, profileId, curve, label },
            createdAtMs: clock.now(),
            expiresAtMs: null,
          });
        await append(line, 'restored');
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
