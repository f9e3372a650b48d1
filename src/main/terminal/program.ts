import { systemClock } from '../platform/clock.ts';
import { OFFLINE_SWITCH, readOfflineChoice } from '../platform/offline/offline-choice.ts';
import { refuseNetwork } from '../platform/offline/refuse-network.ts';
import { PRLIMIT } from '../platform/process-memory.ts';
import type { OpenOptions } from './command-run.ts';
import { EXIT, type ExitCode } from './command-table.ts';
import { type TerminalConsoleOptions, type OpenConsole, openConsole } from './open-console.ts';
import { runKeyops } from './run.ts';
import { type WhenEnding, createTerminal, watchOutput } from './terminal.ts';

/** What a program gives `keyops` to run with; its own streams are the operator's. */
export interface ProgramOptions extends Omit<
  TerminalConsoleOptions,
  'clock' | 'version' | 'dataFolder' | 'offline'
> {
  /** The data folder where the command line names none. */
  readonly dataFolder: string;
  /** Reads the version that the journal and the service are told. */
  readonly version: () => Promise<string>;
  /** How the program hears that it is told to end; by signals when left out. */
  readonly whenEnding?: WhenEnding;
}

/**
 * Runs one command line on this process's streams, in Node or in the packed program.
 * @returns the exit code, when all that was written is out; what got lost is no success
 */
export async function runProgram(argv: readonly string[], options: ProgramOptions): Promise<ExitCode> {
  const { stdin, stdout, stderr } = process;
  const { version, dataFolder: usual, whenEnding, ...rest } = options;
  // What waits for a keychain keeps no program alive: it would end in silence, and with the code of success.
  process.exitCode = EXIT.internal;
  const alive = setInterval(() => undefined, 60_000);
  const terminal = createTerminal({ stdin, stdout, stderr, whenEnding });
  const isOut = watchOutput(stdout);
  // Nobody reads it: the exit code says the rest.
  stderr.on('error', () => undefined);

  const open = async (dataFolder = usual, { isOffline }: OpenOptions): Promise<OpenConsole> => {
    const offline = readOfflineChoice({ args: isOffline ? [OFFLINE_SWITCH] : [], dataFolder });
    if (offline !== null) refuseNetwork({ mayRun: (file) => file === PRLIMIT });
    return openConsole({ ...rest, dataFolder, version: await version(), clock: systemClock, offline });
  };
  const code = await runKeyops(argv, { terminal, readInput, open, clock: systemClock });
  clearInterval(alive);
  if ((await isOut()) || code !== EXIT.done) return code;
  terminal.note('The answer can’t be written to standard output.');
  return EXIT.internal;
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return new Uint8Array(Buffer.concat(chunks));
}
