import { existsSync, lstatSync, readdirSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { defineErrors } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import { lockFolder } from '#storage/lock-folder.ts';
import { StorageError } from '#storage/storage-error.ts';
import { PURGE_MARK, isConsoleFolder } from '../storage/open-storage.ts';
import { KEYCHAIN_SERVICE, type Keychain } from '../vault/keychain.ts';

/** Removing everything that the console keeps on this computer: why it is refused. */
export const purgeError = defineErrors({
  PURGE_NO_TERMINAL: [
    'Removing the data is confirmed on a terminal, and this isn’t one. Nothing was removed.',
    'Open a terminal and run it there. There is no option that confirms it for you.',
  ],
  PURGE_FOLDER_FOREIGN: [
    '{folder} isn’t a data folder of this console: {why}. Nothing was removed.',
    'Check the path. If it is the right folder, remove it and the keychain items by hand.',
  ],
  PURGE_FOLDER_LINK: [
    '{path} is a link. Following it would remove files somewhere else. Nothing was removed.',
    'Find out who made the link, remove it, and run this again.',
  ],
});

/** The word that the operator types. */
const WORD = 'remove';

/** What the console, its embedded service and its window write into a data folder; anything else stays there. */
const OWN =
  /^(console\.db([.-].*)?|journal\.((\d+\.)?jsonl|note-\d+\.json)(\..*)?|lock(-.*)?|disk-probe|opens-with-screens|lockfile|service|logs|browser|updates|offline|Singleton(Lock|Cookie|Socket)|Local State|Preferences|Dictionaries|Crashpad|DevToolsActivePort)$/u;
/** Electron's own lock of one window: links that lead nowhere by design, and are removed as links. */
const WINDOW_LOCK = /^Singleton(Lock|Cookie|Socket)$/u;

/** What proves that the keychain is open is an item as well (vault/keytar-keychain.ts); no list has it. */
const PROBE = 'keychain-probe';

/** Who asks and is told. */
export interface Terminal {
  readonly isTerminal: boolean;
  readonly say: (text: string) => void;
  /** The line that was typed; empty when the input ended. */
  readonly ask: (question: string) => Promise<string>;
}

interface PurgeOptions {
  readonly dataFolder: string;
  readonly keychain: Keychain;
  /** The name under which the keychain items stand. */
  readonly service?: string;
  readonly terminal: Terminal;
}

/**
 * Removes the data folder and the keychain items, after it has shown them and the operator has typed a word. The keychain goes
 * first, the storage key before all: what a kill leaves cannot be opened, is refused by every start, and is removed by the next run.
 * @returns whether everything is gone that was shown
 * @throws AppError `PURGE_*`, KeychainError, and StorageError `FOLDER_LOCKED` while a console runs; nothing was removed then
 */
export async function purgeData({ keychain, terminal, service, ...given }: PurgeOptions): Promise<boolean> {
  // With a slash or a dot behind it, a link would be looked at as what it leads to.
  const dataFolder = resolve(given.dataFolder);
  if (!terminal.isTerminal) throw purgeError('PURGE_NO_TERMINAL');
  const { own, foreign } = entriesOf(dataFolder);
  const release = own.length === 0 ? () => undefined : lockAll(dataFolder);
  try {
    const items = (await keychain.list()).sort(storageKeyFirst);
    if (own.length === 0 && items.length === 0) {
      await keychain.delete(PROBE);
      terminal.say('There is nothing to remove: no data folder and no keychain items.\n');
      return true;
    }
    terminal.say(description({ dataFolder, own, foreign, items, service: service ?? KEYCHAIN_SERVICE }));
    if ((await terminal.ask(`Type “${WORD}” to remove all of this: `)).trim() !== WORD) {
      terminal.say('Nothing was removed.\n');
      return false;
    }
    // It may have been exchanged while it was looked at.
    if (own.length > 0) entriesOf(dataFolder);
    if (own.length > 0) markPurged(dataFolder);
    for (const item of items) await keychain.delete(item);
    release();
    if (own.length > 0) removeEntries(dataFolder);
    const itemsLeft = (await keychain.list()).length;
    await keychain.delete(PROBE);
    return report(terminal, dataFolder, itemsLeft);
  } finally {
    release();
  }
}

/** Whatever the service's database holds is unreadable once its key is gone. */
const storageKeyFirst = (one: string, other: string): number =>
  Number(other.includes('storage-key')) - Number(one.includes('storage-key')) || (one < other ? -1 : 1);

/**
 * What lies in the folder: the console's, and what stays. None where there is no folder.
 * @throws AppError `PURGE_FOLDER_FOREIGN`, `PURGE_FOLDER_LINK`
 */
function entriesOf(folder: string): { own: string[]; foreign: string[] } {
  const refuse = (why: string): AppError => purgeError('PURGE_FOLDER_FOREIGN', { folder, why });
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return { own: [], foreign: [] };
  if (stat.isSymbolicLink()) throw purgeError('PURGE_FOLDER_LINK', { path: folder });
  if (!stat.isDirectory()) throw refuse('it is no folder');
  if (process.getuid !== undefined && stat.uid !== process.getuid())
    throw refuse('it belongs to another user');
  const names = readdirSync(folder).sort();
  const own = names.filter((name) => OWN.test(name) || name === PURGE_MARK);
  for (const name of own) {
    const path = join(folder, name);
    if (lstatSync(path).isSymbolicLink() && !WINDOW_LOCK.test(name))
      throw purgeError('PURGE_FOLDER_LINK', { path });
    if (lstatSync(path).isDirectory()) requireNoLinks(path);
  }
  if (!isConsoleFolder(folder)) {
    // Electron makes the folder of a program that starts, and may put its lock there.
    if (names.some((name) => !WINDOW_LOCK.test(name))) throw refuse('it has no database of the console');
    return { own: [], foreign: [] };
  }
  return { own, foreign: names.filter((name) => !own.includes(name)) };
}

/** Links are removed as links and never followed, but one in here was made by somebody else: it is shown, not removed. */
function requireNoLinks(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isSymbolicLink())
      throw purgeError('PURGE_FOLDER_LINK', { path: join(entry.parentPath, entry.name) });
}

/** Takes the folder, and the one of its service: nothing runs on either. @returns gives both free, once */
function lockAll(folder: string): () => void {
  const service = join(folder, 'service');
  const held = [lockFolder(folder)];
  try {
    if (existsSync(service)) held.push(lockFolder(service));
  } catch (error) {
    for (const release of held) release();
    throw error;
  }
  return () => {
    for (const release of held.splice(0)) release();
  };
}

function markPurged(folder: string): void {
  const text = 'This data folder is being removed. Run --purge-data again to finish.\n';
  if (!existsSync(join(folder, PURGE_MARK)))
    writeFileSync(join(folder, PURGE_MARK), text, { flag: 'wx', mode: 0o600, flush: true });
}

/** The mark goes last: a folder that has it is found and finished by the next run. Links are removed, never followed. */
function removeEntries(folder: string): void {
  // Read anew: SQLite makes files beside the lock and beside a database that it is asked about.
  for (const name of readdirSync(folder).filter((each) => OWN.test(each)))
    rmSync(join(folder, name), { recursive: true, force: true });
  rmSync(join(folder, PURGE_MARK), { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // It is gone, or holds what is not the console's; the report says which.
  }
}

function description(found: {
  readonly dataFolder: string;
  readonly own: readonly string[];
  readonly foreign: readonly string[];
  readonly items: readonly string[];
  readonly service: string;
}): string {
  const { dataFolder, own, foreign, items, service } = found;
  const files =
    own.length === 0
      ? [`The data folder ${dataFolder} isn’t there or is empty.`]
      : [`In ${dataFolder}:`, ...own.map((name) => `  ${name}${folderMark(join(dataFolder, name))}`)];
  const stays =
    foreign.length === 0 ? [] : ['Not the console’s, and stays:', ...foreign.map((name) => `  ${name}`)];
  return [
    'This removes from this computer, for good:',
    '',
    ...files,
    ...stays,
    '',
    `${items.length} keychain items named “${service}”. Every data folder of this user shares them:`,
    ...items.map((item) => `  ${item}`),
    '',
    'Private keys that exist only here, the journal, and the embedded service with its keys are lost with it.',
    'API keys stay registered at hosted services until you delete them there.',
    '',
  ].join('\n');
}

const folderMark = (path: string): string => (lstatSync(path).isDirectory() ? '/' : '');

function report(terminal: Terminal, dataFolder: string, itemsLeft: number): boolean {
  const names = existsSync(dataFolder) ? readdirSync(dataFolder) : [];
  const left = names.filter((name) => !WINDOW_LOCK.test(name));
  if (itemsLeft === 0 && left.length === 0)
    terminal.say('Removed. Nothing of it remains on this computer.\n');
  if (left.length > 0)
    terminal.say(`Removed. ${dataFolder} remains with what isn’t the console’s: ${left.join(', ')}\n`);
  if (itemsLeft > 0) terminal.say(`${itemsLeft} keychain items remain. Run this again.\n`);
  return itemsLeft === 0 && !left.some((name) => OWN.test(name));
}

/** The process's own terminal. */
export const processTerminal = (): Terminal => ({
  // Undefined where it is none, whatever the types say.
  isTerminal: [process.stdin, process.stdout].every(({ isTTY }) => isTTY),
  say: (text) => void process.stdout.write(text),
  ask: async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    const ended = new Promise<string>((resolve) => void lines.once('close', () => resolve('')));
    try {
      return await Promise.race([lines.question(question), ended]);
    } finally {
      lines.close();
    }
  },
});

/** Purges as a program of its own. @returns its exit status: 0 all gone or nothing to do, 1 canceled or not all gone, 2 refused */
export async function runPurge(
  options: Omit<PurgeOptions, 'terminal'>,
  terminal = processTerminal(),
): Promise<number> {
  try {
    return (await purgeData({ ...options, terminal })) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof AppError || error instanceof StorageError)) throw error;
    process.stderr.write(`${error.message}\n${error.remedy}\n`);
    return 2;
  }
}
