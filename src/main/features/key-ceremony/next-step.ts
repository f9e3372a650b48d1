import { sha256Hex, toHex } from '#protocol/encoding.ts';
import { type OpenStep, credentialsOf, newestBackup, openSteps } from '#protocol/offline/check-transcript.ts';
import type { CeremonyAct, Transcript } from '#protocol/offline/transcript.ts';
import { ceremonyError } from './errors.ts';
import type { BackupAct, KeyCeremonies, Standing } from './key-ceremonies.ts';

/** The people whose credential this console has. */
export async function peopleHere(
  ceremonies: Pick<KeyCeremonies, 'hasCredential'>,
  transcript: Transcript,
): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const [name, { publicKey }] of credentialsOf(transcript))
    if (await ceremonies.hasCredential(toHex(publicKey))) own.add(name);
  return own;
}

/** The next step that can be done here; undefined where none can. @param own the people whose credential this console has */
export function nextStep(
  transcript: Transcript,
  standing: Standing,
  own: ReadonlySet<string>,
): OpenStep | undefined {
  const open = openSteps(transcript);
  if (open.some(({ step }) => step !== 'approve')) return standing === 'foreign' ? undefined : open[0];
  return open.find(({ of }) => of !== null && own.has(of));
}

const isBackup = (act: CeremonyAct): act is BackupAct => act.step === 'paper' || act.step === 'file';

/** The newest backup of a person’s credential; undefined without one. */
export function newestBackupAct(transcript: Transcript, name: string): BackupAct | undefined {
  const act = transcript.entries[(newestBackup(transcript, name) ?? 0) - 1]?.act;
  return act !== undefined && isBackup(act) ? act : undefined;
}

/** Refuses a file that isn’t the newest backup of a person’s credential. @throws AppError `CEREMONY_BACKUP_FOREIGN` */
export function requireBackupFile(transcript: Transcript, name: string, bytes: Uint8Array): void {
  const backup = newestBackupAct(transcript, name);
  if (backup?.step !== 'file' || sha256Hex(bytes) !== toHex(backup.file.digest))
    throw ceremonyError('CEREMONY_BACKUP_FOREIGN', { name });
}
