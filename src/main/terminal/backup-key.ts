import { sha256Hex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { Secret } from '#protocol/secret.ts';
import {
  type BackupSeal,
  type KeyBackups,
  backupWay,
  createShareCollector,
  createShareRound,
  isBackupOf,
  openBackup,
  sealBackup,
} from '../features/key-backup/module.ts';
import { consoleError } from '../platform/errors.ts';
import { readUpTo } from '../platform/plain-files.ts';
import { createPrivateFile } from '../platform/private-files.ts';
import { KEY_TEXT_LIMIT } from '../vault/read-key.ts';
import { type Run, optionText, optionTexts, withConsole, wrongArguments } from './command-run.ts';
import { EXIT, type ExitCode } from './command-table.ts';
import { readDescriptor, readSecretText } from './descriptors.ts';
import type { OpenConsole } from './open-console.ts';
import type { OperatorTerminal } from './terminal.ts';

/** How often a share that is restored may be typed before that is given up. */
const TRIES = 3;

/** Lends the text that a descriptor gives, and wipes it when the work is done; undefined where no descriptor is named. */
async function withSecret<T>(
  descriptor: string | undefined,
  work: (secret: Secret | undefined) => Promise<T>,
): Promise<T> {
  const secret =
    descriptor === undefined ? undefined : readSecretText(readDescriptor(descriptor), KEY_TEXT_LIMIT);
  try {
    return await work(secret);
  } finally {
    secret?.wipe();
  }
}

/** Where a backup goes. */
export type BackupPlace =
  | { readonly kind: 'paper'; readonly threshold: number; readonly count: number }
  | { readonly kind: 'file'; readonly out: string; readonly seal: BackupSeal };
/** What a backup came to; `refused` before the key was read. */
export type BackupMade =
  | { readonly state: 'made'; readonly place: BackupPlace; readonly digest: string | undefined }
  | { readonly state: 'refused' | 'unfinished' };

/**
 * Reads where a backup goes from the command line, and wipes its passphrase when the work is done.
 * @throws AppError where the command line says nothing of it, or not one thing
 */
export async function withBackupPlace<T>(
  { values }: Run,
  work: (place: BackupPlace) => Promise<T>,
): Promise<T> {
  const passphraseFrom = optionText(values['passphrase-fd']);
  const recipients = optionTexts(values['recipient']);
  const asked = optionText(values['shares']);
  const out = optionText(values['out']);
  const ways = [passphraseFrom !== undefined, recipients.length > 0, asked !== undefined];
  if (ways.filter(Boolean).length !== 1)
    throw wrongArguments('Give one of --passphrase-fd, --recipient and --shares.');
  if ((asked === undefined) !== (out !== undefined))
    throw wrongArguments('Give --out FILE for an age file; shares go onto paper.');
  if (out === undefined) return work(sharesPlace(asked ?? ''));
  return withSecret(passphraseFrom, (passphrase) =>
    work({ kind: 'file', out, seal: passphrase === undefined ? { recipients } : { passphrase } }),
  );
}

/** @param text K/N @throws AppError */
export function sharesPlace(text: string): BackupPlace {
  const [, threshold, count] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [];
  if (threshold === undefined) throw wrongArguments('Write --shares K/N, for example 2/3.');
  return { kind: 'paper', threshold: Number(threshold), count: Number(count) };
}

/** `keyops backup`. */
export async function backUpKey(run: Run): Promise<ExitCode> {
  const publicKey = keyOption(run);
  const backUpTo =
    (place: BackupPlace) =>
    async ({ backups }: OpenConsole): Promise<ExitCode> => {
      const made = await backUp(run.terminal, backups, publicKey, place);
      if (made.state === 'refused') return stopped(run, 'Nothing was backed up.');
      if (made.state === 'unfinished')
        return stopped(run, 'The backup wasn’t finished. Destroy the shares that were written down.');
      const what: Record<string, string> =
        place.kind === 'paper' ? { shares: `${place.threshold}/${place.count}` } : { file: place.out };
      finish(run, { publicKey, ...what });
      return EXIT.done;
    };
  return withBackupPlace(run, (place) => withConsole(run, backUpTo(place)));
}

/** Makes a backup, after the operator said so. @throws AppError, KeychainError */
export async function backUp(
  terminal: OperatorTerminal,
  backups: KeyBackups,
  publicKey: string,
  place: BackupPlace,
): Promise<BackupMade> {
  await backups.requireKept(publicKey);
  const question = `This takes the private key of ${publicKey} out of the keychain. Whoever has the backup stamps as you.`;
  if (!(await terminal.ask(question, 'back up'))) return { state: 'refused' };
  const { digest, isDone } = await backups.lend(publicKey, backupWay(place), async (key, curve) => {
    if (place.kind === 'paper') return { isDone: await writeShares(terminal, key, place) };
    const { out, seal } = place;
    await writeBackup(out, await sealBackup(key, curve, seal));
    const bytes = await readUpTo(out, KEY_TEXT_LIMIT);
    // What can't be opened is no backup. One that is sealed to others opens for them alone.
    if (!(await isBackupOf(bytes, seal, { publicKey, curve })))
      throw consoleError('FILE_UNWRITABLE', { name: out });
    return { isDone: true, digest: sha256Hex(bytes) };
  });
  return isDone ? { state: 'made', place, digest } : { state: 'unfinished' };
}

/**
 * Opens a backup: a file with what the command line names, or shares that are typed.
 * @returns undefined where the operator stopped @throws AppError
 */
export async function openNamedBackup(run: Run, file: Uint8Array | undefined): Promise<Secret | undefined> {
  if (file === undefined) return typedShares(run.terminal);
  const passphraseFrom = optionText(run.values['passphrase-fd']);
  return withSecret(passphraseFrom ?? optionText(run.values['identity-fd']), async (secret) => {
    if (secret === undefined) return undefined;
    return openBackup(file, passphraseFrom === undefined ? { identity: secret } : { passphrase: secret });
  });
}

/** Refuses a command line that doesn’t say how a backup is opened. @throws AppError */
export function requireOpener({ values }: Run, file: string | undefined): void {
  const ways = ['passphrase-fd', 'identity-fd'].filter((name) => optionText(values[name]) !== undefined);
  const isTyped = values['shares'] !== undefined;
  if (ways.length + (isTyped ? 1 : 0) !== 1 || isTyped !== (file === undefined))
    throw wrongArguments('Give a FILE and --passphrase-fd or --identity-fd, or --shares without a file.');
}

/** `keyops restore`. */
export async function restoreKey(run: Run): Promise<ExitCode> {
  const publicKey = keyOption(run);
  const [file] = run.args;
  requireOpener(run, file);
  const label = optionText(run.values['label']) ?? 'Restored';
  if (!/^[^\p{Cc}]{1,100}$/u.test(label)) throw wrongArguments('--label takes 1 to 100 characters.');

  return withConsole(run, async ({ backups }) => {
    // Before anybody types ninety-nine words.
    await backups.admit(publicKey);
    const bytes = file === undefined ? undefined : await readUpTo(file, KEY_TEXT_LIMIT);
    const key = await openNamedBackup(run, bytes);
    if (key === undefined) return stopped(run, 'Nothing was restored.');
    const curve = await backups.restore(publicKey, key, label);
    finish(run, { publicKey, curve });
    return EXIT.done;
  });
}

function keyOption({ values }: Run): string {
  const publicKey = optionText(values['key'])?.toLowerCase();
  if (publicKey === undefined) throw wrongArguments('Give --key HEX, the public key.');
  return publicKey;
}

function stopped({ values, terminal }: Run, why: string): ExitCode {
  if (values['json'] === true) terminal.json({ ok: false, exit: EXIT.refused });
  else terminal.say(why);
  return EXIT.refused;
}

function finish({ values, terminal, command }: Run, facts: Readonly<Record<string, string>>): void {
  if (values['json'] === true) terminal.json({ ok: true, ...facts });
  else {
    terminal.say(
      command.name === 'backup' ? 'Backed up, and checked as far as it can be here.' : 'Restored.',
    );
    for (const [label, value] of Object.entries(facts)) terminal.say(`   ${label}: ${value}`);
  }
}

/** Writes a new file for this user alone; one that is there stays, and no link is followed. */
async function writeBackup(path: string, text: string): Promise<void> {
  try {
    await createPrivateFile(path, text);
  } catch (cause) {
    throw consoleError('FILE_UNWRITABLE', { name: path, cause });
  }
}

/** Shows each share until it was typed back as it stands; whether all were, and what was typed makes the key. */
async function writeShares(
  terminal: OperatorTerminal,
  key: Secret,
  shape: { readonly threshold: number; readonly count: number },
): Promise<boolean> {
  const round = createShareRound(key, shape);
  try {
    while (round.done() < round.count) {
      if (round.isSpent()) return false;
      const which = `Share ${round.done() + 1} of ${round.count}`;
      await terminal.showWords(`${which}. Write it down.`, round.words());
      const typed = await typedWords(terminal, `${which}: type its words back, or their first four letters`);
      const { isRight, fault } = round.check(typed);
      if (fault !== undefined && typed.length > 0) terminal.note(`${fault.message} ${fault.remedy}`);
      if (!isRight) terminal.note('That isn’t this share. It is shown again.');
    }
    return round.makes(key);
  } finally {
    round.wipe();
  }
}

/** Asks for as many shares as the first one says; undefined when the operator stops. @throws AppError of joinShares */
async function typedShares(terminal: OperatorTerminal): Promise<Secret | undefined> {
  const collector = createShareCollector();
  try {
    for (let tries = 1; collector.given() < (collector.needed() ?? 1); tries += 1) {
      const of = collector.needed() === null ? '' : ` of ${collector.needed()}`;
      const words = await typedWords(
        terminal,
        `Share ${collector.given() + 1}${of}: type its words, nothing to stop`,
      );
      if (words.length === 0) return undefined;
      try {
        collector.add(words);
        tries = 0;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        terminal.note(`${error.message} ${error.remedy}`);
        if (tries > TRIES) return undefined;
      }
    }
    return collector.join();
  } finally {
    collector.wipe();
  }
}

/** The words of a line; none where nothing was typed. */
const typedWords = async (terminal: OperatorTerminal, question: string): Promise<string[]> =>
  (await terminal.typeLine(question)).split(/\s+/).filter((word) => word !== '');
