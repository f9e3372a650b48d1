// keyops in Node, from this repository: requests by file, without a window. Standard output has the answer and nothing else.
// What is installed runs the same program out of the packed one (src/main/index.ts), which takes no variables.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderOf } from '../chromium/data-folder.ts';
import { startServiceChild } from '../embedded-service/child-process.ts';
import { TIMING } from '../platform/clock.ts';
import { openKeychain } from '../vault/keytar-keychain.ts';
import { runProgram } from './program.ts';

const built = join(import.meta.dirname, '..');
const script = join(built, 'main/service.js');
const { env } = process;

void runProgram(process.argv.slice(2), {
  dataFolder: dataFolderOf(env),
  keychain: openKeychain(TIMING.keychainMs, env['KEYOPS_KEYCHAIN']),
  startService: (options) => startServiceChild({ ...options, script }),
  version: async () => {
    const manifest = await readFile(join(built, '../package.json'), 'utf8');
    return (JSON.parse(manifest) as { version: string }).version;
  },
}).then((code) => process.exit(code));
