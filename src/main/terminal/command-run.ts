import { basename } from 'node:path';
import {
  OFFLINE_LIMITS,
  type OfflineFile,
  digestOfFile,
  fileStemOf,
  readAnyOfflineFile,
  readOfflineFile,
  writeOfflineFile,
  writeTwin,
} from '#protocol/offline/offline-files.ts';
import { toHex } from '#protocol/encoding.ts';
import { readUpTo } from '../platform/plain-files.ts';
import { writePrivateFile } from '../platform/private-files.ts';
import type { AppError } from '#protocol/error.ts';
import type { Clock } from '../platform/clock.ts';
import { contextError } from '../context/errors.ts';
import { TYPED_MS } from '../features/offline-state/module.ts';
import { consoleError } from '../platform/errors.ts';
import type { CommandRow } from './command-table.ts';
import type { OpenConsole } from './open-console.ts';
import type { OperatorTerminal } from './terminal.ts';

/** How a data folder is opened. */
export interface OpenOptions {
  /** Whether the command line says that nothing is connected to. The folder, or an administrator, may say so too. */
  readonly isOffline: boolean;
}

/** What a command runs with. */
export interface CommandParts {
  readonly terminal: OperatorTerminal;
  /** Opens the data folder. @throws StorageError while a console runs on it */
  readonly open: (dataFolder: string | undefined, options: OpenOptions) => Promise<OpenConsole>;
  /** Reads all of standard input. */
  readonly readInput: () => Promise<Uint8Array>;
  readonly clock: Clock;
}

export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** A command line that was read. */
export interface Run extends CommandParts {
  readonly command: CommandRow;
  readonly args: readonly string[];
  readonly values: Values;
}

/** A command line that is wrong. */
export const wrongArguments = (why: string): AppError => consoleError('ARGUMENTS_WRONG', { why });

/** The text of an option that stands once. */
export const optionText = (value: Values[string]): string | undefined =>
  typeof value === 'string' ? value : undefined;
/** The texts of an option that may stand often. */
export const optionTexts = (value: Values[string]): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** Opens the data folder for as long as the work takes. */
export async function withConsole<T>(
  { open, values }: Run,
  work: (console: OpenConsole) => Promise<T>,
): Promise<T> {
  const console = await open(optionText(values['data']), { isOffline: values['offline'] === true });
  try {
    return await work(console);
  } finally {
    await console.close();
  }
}

/** Has the operator confirm an offline computer's clock, on the terminal or by the time that the command line gives. */
export async function isClockRight({ terminal, values }: Run, { clockCheck }: OpenConsole): Promise<boolean> {
  if (!clockCheck.isNeeded()) return true;
  const shown = clockCheck.shown();
  const now = `${shown.time} on ${shown.date} (${shown.zone}; ${shown.utc})`;
  const typed = optionText(values['clock']);
  if (typed !== undefined) {
    const saidMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/.test(typed)
      ? Date.parse(typed)
      : NaN;
    if (Number.isNaN(saidMs))
      throw wrongArguments('--clock takes a time with its zone, as 2026-11-22T14:05Z.');
    if (Math.abs(saidMs - shown.atMs) > TYPED_MS) throw contextError('CLOCK_DIFFERS', { now });
  } else if (!(await terminal.ask(`This computer’s clock says ${now}. Is that right?`, 'right')))
    return false;
  await clockCheck.confirm(shown);
  return true;
}

/** Says what was written where. */
export function sayWritten(
  { terminal, values }: Run,
  { file, digest }: { file: string; digest: string },
  more: Readonly<Record<string, unknown>> = {},
): void {
  if (values['json'] === true) terminal.json({ ok: true, file, digest, ...more });
  else terminal.say(`Wrote ${file} (digest ${digest}).`);
}

/** Where a file goes, and in which form. */
export const outOf = ({ values }: Run) => ({ out: optionText(values['out']), twin: values['twin'] === true });

/** A twin has more characters than its file has bytes. */
const LONGER = 3;

/** Reads a file of any kind, once: what is shown and what is used are the same bytes. @throws AppError */
export const readAny = async (path: string): Promise<OfflineFile> =>
  readAnyOfflineFile(await readUpTo(path, LONGER * OFFLINE_LIMITS['keyops-answer']));

/** Reads a file of one kind, once. @throws AppError */
export const readFileOf = async <const F extends OfflineFile['format']>(
  format: F,
  path: string,
): Promise<Extract<OfflineFile, { format: F }>> => {
  const bytes = await readUpTo(path, LONGER * OFFLINE_LIMITS[format]);
  return readOfflineFile(format, bytes) as unknown as Extract<OfflineFile, { format: F }>;
};

/**
 * Writes a file whole or not at all: in the place of the one that stands there.
 * @param body the request's body, which names the file where no name is given
 * @returns its path and digest
 * @throws AppError `FILE_UNWRITABLE`
 */
export async function writeFileOf(
  file: OfflineFile,
  body: Uint8Array,
  { out, twin }: { readonly out?: string | undefined; readonly twin?: boolean | undefined },
): Promise<{ readonly file: string; readonly digest: string }> {
  const path = out ?? `${fileStemOf(body)}.${file.format}${twin === true ? '.json' : ''}`;
  try {
    await writePrivateFile(path, twin === true ? writeTwin(file) : writeOfflineFile(file));
  } catch (cause) {
    if (isOurs(cause)) throw cause;
    throw consoleError('FILE_UNWRITABLE', { name: basename(path), cause });
  }
  return { file: path, digest: toHex(digestOfFile(file)) };
}

const isOurs = (error: unknown): error is AppError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('OFFLINE_');
