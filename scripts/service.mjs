// `npm run service`: the embedded service alone. Standard output belongs to the service: nothing else writes to it.
import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setInterval } from 'node:timers';
import { ensureBuild } from './build.mjs';
import { ensureNodeModules, root } from './prepare.mjs';
import { handedDescriptor } from './service-descriptor.mjs';

const argv = process.argv.slice(2);
// Looked for first: what installs and builds below could take its number.
const key = handedDescriptor(argv);
ensureNodeModules();
ensureBuild();

/** @type {(number | 'inherit' | 'ignore')[]} */
const stdio = ['inherit', 'inherit', 'inherit'];
if (key !== undefined) {
  // The service sees the descriptor under the number that the command line names; those below it stay closed.
  while (stdio.length < key.number) stdio.push('ignore');
  stdio.push(key.held);
}
const service = spawn(process.execPath, [join(root, 'out/main/service.js'), ...argv], { stdio });
if (key !== undefined) closeSync(key.held);
// npm sends signals on to this program; a terminal sends Ctrl+C to both, and the service stops once.
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => void service.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
}
// npm that is ended takes its shell down and leaves this program behind: then the service stops too.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) service.kill('SIGTERM');
}, 250).unref();
service.on('error', (error) => {
  process.stderr.write(`The service cannot be run: ${error.message}\n`);
  process.exitCode = 1;
});
service.on('exit', (code, signal) =>
  process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
);
