import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import { sha256Hex, fromHex, toHex } from '#protocol/encoding.ts';
import { writeCeremonyKeys } from '#protocol/offline/ceremony-keys.ts';
import {
  TRANSCRIPT_LIMIT,
  type Transcript,
  isTranscriptFileName,
  readTranscript,
  transcriptDigest,
  writeTranscript,
} from '#protocol/offline/transcript.ts';
import { ceremonyError, newestBackupAct, requireBackupFile } from '../features/key-ceremony/module.ts';
import { consoleError } from '../platform/errors.ts';
import { readUpTo } from '../platform/plain-files.ts';
import { createPrivateFile, writePrivateFile } from '../platform/private-files.ts';
import { KEY_TEXT_LIMIT } from '../vault/read-key.ts';
import { type BackupPlace, backUp, openNamedBackup } from './backup-key.ts';
import { sayTranscript } from './ceremony-text.ts';
import { type Run, optionText, readFileOf, wrongArguments } from './command-run.ts';
import type { OpenConsole } from './open-console.ts';
import { CURVE_OPTIONS } from './prepare-file.ts';

/** A ceremony at work: the console, the transcript's file, and what stands in it now. */
export interface Ceremony {
  readonly run: Run;
  readonly console: OpenConsole;
  readonly path: string;
  readonly transcript: Transcript;
}

/** What a step came to; undefined where the operator stopped it. */
export type StepEnd = Promise<Transcript | undefined>;

/** The transcript that a file holds. @throws AppError where it cannot be read, is too large or is none */
export const readTranscriptFile = async (path: string): Promise<Transcript> =>
  readTranscript(await readUpTo(path, TRANSCRIPT_LIMIT));

/** Begins a ceremony in a new file. @throws AppError */
export async function beginCeremony(
  { run, console, path }: Omit<Ceremony, 'transcript'>,
  said: { readonly title: string; readonly people: readonly string[] },
): Promise<Transcript> {
  const title = said.title.normalize('NFC');
  const people = said.people.map((name) => name.normalize('NFC'));
  if (people.length < 2) throw wrongArguments('A ceremony has two people or more.');
  await requireFree(path);
  const by = optionText(run.values['by'])?.normalize('NFC') ?? people[0] ?? '';
  const save = (transcript: Transcript): Promise<void> =>
    writeTo(path, () => createPrivateFile(path, writeTranscript(transcript)));
  return console.ceremonies.begin({ title, people }, { by, save });
}

/** The curve that the command line names. @throws AppError */
export const curveOf = ({ values }: Run) => {
  const curve = CURVE_OPTIONS[optionText(values['curve']) ?? 'p256'];
  if (curve === undefined) throw wrongArguments('The curve is p256, secp256k1 or ed25519.');
  return curve;
};
/** Where the public keys go without `--out`: beside the transcript. */
export const keysPath = (path: string): string => path.replace(/\.keyops-transcript$/, '.keyops-keys');

const handOf = ({ run, path }: Ceremony, name: string) => ({
  by: optionText(run.values['by'])?.normalize('NFC') ?? name,
  save: (transcript: Transcript) => save(path, transcript),
});

export const createFor = (
  ceremony: Ceremony,
  name: string,
  curve = CURVE_OPTIONS['p256'] ?? 'API_KEY_CURVE_P256',
): StepEnd =>
  ceremony.console.ceremonies.create(ceremony.transcript, { name, curve }, handOf(ceremony, name));

export function bringFor(ceremony: Ceremony, name: string, publicKey: string): StepEnd {
  if (!/^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/.test(publicKey))
    throw wrongArguments('--key takes a public key as hex: 33 bytes, or 32 for Ed25519.');
  const curve = publicKey.length === 64 ? 'API_KEY_CURVE_ED25519' : curveOf(ceremony.run);
  return ceremony.console.ceremonies.bring(
    ceremony.transcript,
    { name, publicKey, curve },
    handOf(ceremony, name),
  );
}

export async function backUpFor(ceremony: Ceremony, name: string, place: BackupPlace): StepEnd {
  const { run, console, transcript } = ceremony;
  if (place.kind === 'file') plainNameOf(place.out);
  const publicKey = await console.ceremonies.admitBackup(transcript, name);
  const made = await backUp(run.terminal, console.backups, publicKey, place);
  if (made.state !== 'made') {
    if (made.state === 'unfinished')
      run.terminal.note('The backup wasn’t finished. Destroy the shares that were written down.');
    return undefined;
  }
  const act =
    place.kind === 'paper'
      ? { step: 'paper' as const, of: name, needed: place.threshold, count: place.count }
      : {
          ...{ step: 'file' as const, of: name },
          file: { name: plainNameOf(place.out), digest: fromHex(made.digest ?? '') },
          sealed: 'passphrase' in place.seal ? ('passphrase' as const) : ('recipients' as const),
        };
  return console.ceremonies.recordBackup(transcript, act, handOf(ceremony, name));
}

export async function tryBackup(ceremony: Ceremony, name: string, file: string | undefined): StepEnd {
  const { run, console, transcript } = ceremony;
  const backup = newestBackupAct(transcript, name);
  if (backup?.step !== 'file' && file !== undefined)
    throw wrongArguments('This backup is on paper: its shares are typed.');
  let bytes: Uint8Array | undefined;
  if (backup?.step === 'file') {
    const openers = ['passphrase-fd', 'identity-fd'].filter(
      (option) => optionText(run.values[option]) !== undefined,
    );
    if (file === undefined || openers.length !== 1)
      throw wrongArguments('Give the backup’s FILE, and --passphrase-fd or --identity-fd.');
    bytes = await readUpTo(file, KEY_TEXT_LIMIT);
    requireBackupFile(transcript, name, bytes);
  }
  const key = await openNamedBackup(run, bytes);
  if (key === undefined) return undefined;
  return console.ceremonies.recordTrial(transcript, { name, key }, handOf(ceremony, name));
}

export async function exportKeys(ceremony: Ceremony, out: string): StepEnd {
  const { run, console, transcript } = ceremony;
  const bytes = writeCeremonyKeys(transcript);
  const [first = ''] = transcript.people;
  const file = { name: plainNameOf(out), digest: sha256Hex(bytes) };
  // The same bytes may be written again: they hold no secret, and an interrupted step leaves them there.
  await writeTo(out, () => writePrivateFile(out, bytes));
  run.terminal.note(`Wrote the public keys to ${out}.`);
  return console.ceremonies.recordExport(transcript, file, handOf(ceremony, first));
}

export async function recordEnrolled(ceremony: Ceremony, files: readonly string[]): StepEnd {
  const [requestFile, stampFile, answerFile] = files;
  if (requestFile === undefined || stampFile === undefined || answerFile === undefined)
    throw wrongArguments('Give the request, the stamp and the answer.');
  const [first = ''] = ceremony.transcript.people;
  const enrollment = {
    request: await readFileOf('keyops-request', requestFile),
    stamp: await readFileOf('keyops-stamp', stampFile),
    answer: await readFileOf('keyops-answer', answerFile),
  };
  const { console, transcript } = ceremony;
  return console.ceremonies.recordEnrollment(transcript, enrollment, handOf(ceremony, first));
}

export async function approveBy(ceremony: Ceremony, name: string): StepEnd {
  const { run, console, path, transcript } = ceremony;
  const given = optionText(run.values['transcript-digest'])?.toLowerCase();
  const digest = toHex(transcriptDigest(transcript));
  if (given === undefined) {
    sayTranscript(run.terminal, transcript);
    // An edited draft under another number is another ceremony to the journal: whoever approves has to hear it.
    const isForeign = (await console.ceremonies.standing(transcript)) === 'foreign';
    const origin = isForeign
      ? 'This ceremony was begun on another console: the journal here has none of its entries. '
      : '';
    const question = `${origin}Approving stamps the digest above with ${name}’s credential. ${name}: did everything happen so?`;
    if (!(await run.terminal.ask(question, name))) return undefined;
  } else if (given !== digest) throw ceremonyError('CEREMONY_DIGEST', { now: digest, given });
  return console.ceremonies.approve(transcript, {
    by: name,
    save: (after) => save(path, after),
  });
}

function plainNameOf(path: string): string {
  const name = basename(path);
  if (!isTranscriptFileName(name))
    throw wrongArguments(
      'The file’s name stands in the transcript: it takes letters, digits, dots and hyphens, up to 64.',
    );
  return name;
}

/** Refuses a name that is taken. @throws AppError `FILE_UNWRITABLE` */
async function requireFree(path: string): Promise<void> {
  const isTaken = await lstat(path).then(
    () => true,
    () => false,
  );
  if (isTaken) throw consoleError('FILE_UNWRITABLE', { name: basename(path) });
}

const save = (path: string, transcript: Transcript): Promise<void> =>
  writeTo(path, () => writePrivateFile(path, writeTranscript(transcript)));

async function writeTo(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw consoleError('FILE_UNWRITABLE', { name: basename(path), cause });
  }
}
