import { basename } from 'node:path';
import { fromHex, sha256Hex } from '#protocol/encoding.ts';
import { type Transcript, isTranscriptFileName } from '#protocol/offline/transcript.ts';
import type { Host } from '../../platform/host.ts';
import { consoleError } from '../../platform/errors.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import { KEY_TEXT_LIMIT } from '../../vault/read-key.ts';
import { type BackupSeal, type KeyBackups, backupWay, isBackupOf, sealBackup } from '../key-backup/module.ts';
import type { BackupAct } from './key-ceremonies.ts';

/**
 * Lends a key for an age file, which is saved where a person says and read back.
 * @param admit throws where the console was locked since
 * @returns the file’s path and what the transcript says of it; null when the dialog was called off
 * @throws AppError those of lending and sealing, `FILE_UNWRITABLE`
 */
export async function saveSealedBackup(
  {
    backups,
    host,
    admit,
  }: { backups: Pick<KeyBackups, 'lend'>; host: Pick<Host, 'save'>; admit: () => void },
  { transcript, name, publicKey }: { transcript: Transcript; name: string; publicKey: string },
  seal: BackupSeal,
): Promise<{ path: string; act: BackupAct } | null> {
  const suggested = `${stemOf(`${transcript.title} ${name}`)}.age`;
  const end = await backups.lend(publicKey, backupWay({ kind: 'file', seal }), async (key, curve) => {
    try {
      const text = await sealBackup(key, curve, seal);
      // The dialog may stand open for as long as nobody is there.
      key.wipe();
      admit();
      const path = await host.save(suggested, () => {
        admit();
        return text;
      });
      if (path === null) return { isDone: false, saved: null };
      const digest = await digestAt(path, seal, { publicKey, curve });
      return { isDone: true, digest, saved: { path, digest } };
    } catch (error) {
      // A lock wipes the passphrase: what fails for that is told as the lock.
      admit();
      throw error;
    }
  });
  if (end.saved === null) return null;
  const { path, digest } = end.saved;
  const file = { name: recordedName(path, suggested), digest: fromHex(digest) };
  const sealed = 'passphrase' in seal ? 'passphrase' : 'recipients';
  return { path, act: { step: 'file', of: name, file, sealed } };
}

/** The digest of a backup as it lies on the disk. What can't be opened is no backup. @throws AppError */
async function digestAt(
  path: string,
  seal: BackupSeal,
  of: Parameters<typeof isBackupOf>[2],
): Promise<string> {
  const bytes = await readUpTo(path, KEY_TEXT_LIMIT);
  if (!(await isBackupOf(bytes, seal, of))) throw consoleError('FILE_UNWRITABLE', { name: basename(path) });
  return sha256Hex(bytes);
}

/** How a transcript calls a file: as it is called, where a transcript can say that. */
export const recordedName = (path: string, suggested: string): string =>
  isTranscriptFileName(basename(path)) ? basename(path) : suggested;

/** A name of people as a file may have it: ASCII letters, digits and hyphens. */
export const stemOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 48) || 'ceremony';
