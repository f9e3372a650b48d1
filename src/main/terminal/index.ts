// keyops: requests by file, without a window. Standard output has the answer and nothing else.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderOf } from '../chromium/data-folder.ts';
import { TIMING, systemClock } from '../platform/clock.ts';
import { OFFLINE_SWITCH, readOfflineChoice } from '../platform/offline/offline-choice.ts';
import { refuseNetwork } from '../platform/offline/refuse-network.ts';
import { PRLIMIT } from '../platform/process-memory.ts';
import { openKeychain } from '../vault/keytar-keychain.ts';
import type { OpenOptions } from './command-run.ts';
import { type OpenConsole, openConsole } from './open-console.ts';
import { EXIT } from './command-table.ts';
import { runKeyops } from './run.ts';
import { createTerminal, watchOutput } from './terminal.ts';

const built = join(import.meta.dirname, '..');
const { env, stdin, stdout, stderr } = process;

// What waits for a keychain keeps no program alive: it would end in silence, and with the code of success.
process.exitCode = EXIT.internal;
const alive = setInterval(() => undefined, 60_000);

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return new Uint8Array(Buffer.concat(chunks));
}

async function open(dataFolder = dataFolderOf(env), { isOffline }: OpenOptions): Promise<OpenConsole> {
  const offline = readOfflineChoice({ args: isOffline ? [OFFLINE_SWITCH] : [], dataFolder });
  if (offline !== null) refuseNetwork({ mayRun: (file) => file === PRLIMIT });
  const manifest = await readFile(join(built, '../package.json'), 'utf8');
  return openConsole({
    serviceScript: join(built, 'main/service.js'),
    version: (JSON.parse(manifest) as { version: string }).version,
    dataFolder,
    keychain: openKeychain(TIMING.keychainMs, env['KEYOPS_KEYCHAIN']),
    clock: systemClock,
    offline,
  });
}

const terminal = createTerminal({ stdin, stdout, stderr });
const isOut = watchOutput(stdout);
// Nobody reads it: the exit code says the rest.
stderr.on('error', () => undefined);

void runKeyops(process.argv.slice(2), {
  terminal,
  readInput,
  open,
  clock: systemClock,
}).then(async (code) => {
  clearInterval(alive);
  // What was written to a pipe is out before this ends; what got lost is no success.
  if ((await isOut()) || code !== EXIT.done) process.exit(code);
  terminal.note('The answer can’t be written to standard output.');
  process.exit(EXIT.internal);
});
