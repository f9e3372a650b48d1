import type { KeyCeremony } from '#preload/contract/key-ceremonies.ts';
import { errorText } from '#protocol/define-errors.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { checkTranscript, openSteps } from '#protocol/offline/check-transcript.ts';
import { entryText } from '#protocol/offline/transcript-text.ts';
import { type Transcript, transcriptDigest } from '#protocol/offline/transcript.ts';
import type { KeyCeremonies, Standing } from './key-ceremonies.ts';
import { newestBackupAct, nextStep, peopleHere } from './next-step.ts';

/** A ceremony as the window is told of it; nothing that isn’t in its transcript. */
export async function ceremonyView(
  ceremonies: Pick<KeyCeremonies, 'standing' | 'hasCredential'>,
  transcript: Transcript,
): Promise<KeyCeremony> {
  let standing: Standing | undefined;
  let refusal: AppError | undefined;
  try {
    standing = await ceremonies.standing(transcript);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refusal = error;
  }
  const next =
    standing === undefined
      ? undefined
      : nextStep(transcript, standing, await peopleHere(ceremonies, transcript));
  return {
    id: toHex(transcript.ceremony),
    title: transcript.title,
    people: transcript.people,
    standing: refusal === undefined ? { state: standing ?? 'foreign' } : refusedBy(refusal),
    entries: transcript.entries.map((entry) => ({
      atMs: entry.at,
      done: entryText(entry).done,
      facts: [...entryText(entry).facts],
    })),
    approvals: transcript.approvals.map(({ person, at, publicKey }) => ({
      ...{ person, atMs: at, publicKey: toHex(publicKey) },
    })),
    open: openSteps(transcript),
    next: next ?? null,
    backup: next?.step === 'trial' && next.of !== null ? backupForm(transcript, next.of) : null,
    digest: toHex(transcriptDigest(transcript)),
    checks: checkTranscript(transcript).map(({ passed, detail }) => ({ passed, detail })),
  };
}

const refusedBy = (error: AppError): KeyCeremony['standing'] => {
  const { message, remedy } = errorText(error);
  return { state: 'refused', message, remedy };
};

function backupForm(transcript: Transcript, name: string): KeyCeremony['backup'] {
  const backup = newestBackupAct(transcript, name);
  if (backup === undefined) return null;
  return backup.step === 'paper' ? 'paper' : backup.sealed;
}
