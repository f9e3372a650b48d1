import type { AppError } from '#protocol/error.ts';
import type { Clock } from '../platform/clock.ts';
import { consoleError } from '../platform/errors.ts';
import type { CommandRow } from './command-table.ts';
import type { OpenConsole } from './open-console.ts';
import type { Terminal } from './terminal.ts';

/** What a command runs with. */
export interface RunParts {
  readonly terminal: Terminal;
  /** Opens the data folder. @throws StorageError while a console runs on it */
  readonly open: (dataFolder: string | undefined) => Promise<OpenConsole>;
  /** Reads all of standard input. */
  readonly readInput: () => Promise<Uint8Array>;
  readonly clock: Clock;
}

export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** A command line that was read. */
export interface Run extends RunParts {
  readonly command: CommandRow;
  readonly args: readonly string[];
  readonly values: Values;
}

/** A command line that is wrong. */
export const wrongArguments = (why: string): AppError => consoleError('ARGUMENTS_WRONG', { why });

/** The text of an option that stands once. */
export const textOf = (value: Values[string]): string | undefined =>
  typeof value === 'string' ? value : undefined;
/** The texts of an option that may stand often. */
export const textsOf = (value: Values[string]): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** Opens the data folder for as long as the work takes. */
export async function withConsole<T>(
  { open, values }: Run,
  work: (console: OpenConsole) => Promise<T>,
): Promise<T> {
  const console = await open(textOf(values['data']));
  try {
    return await work(console);
  } finally {
    await console.close();
  }
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
export const outOf = ({ values }: Run) => ({ out: textOf(values['out']), twin: values['twin'] === true });
