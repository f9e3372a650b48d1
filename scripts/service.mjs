// `npm run service`: the embedded service alone. Standard output belongs to the service: nothing else writes to it.
import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuild } from './build.mjs';
import { endWithParent, ensureNodeModules, root } from './prepare.mjs';
import { handedDescriptors } from './service-descriptor.mjs';

const argv = process.argv.slice(2);
// Looked for first: what installs and builds below could take their numbers.
const keys = handedDescriptors(argv);
ensureNodeModules();
ensureBuild();

/** @type {(number | 'inherit' | 'ignore')[]} */
const stdio = ['inherit', 'inherit', 'inherit'];
for (const { number, held } of keys) {
  // The service sees a descriptor under the number that the command line names; those between stay closed.
  while (stdio.length <= number) stdio.push('ignore');
  stdio[number] = held;
}
const service = spawn(process.execPath, [join(root, 'out/main/service.js'), ...argv], { stdio });
for (const { held } of keys) closeSync(held);
// npm sends signals on to this program; a terminal sends Ctrl+C to both, and the service stops once.
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => void service.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
}
endWithParent(service);
service.on('error', (error) => {
  process.stderr.write(`The service cannot be run: ${error.message}\n`);
  process.exitCode = 1;
});
service.on('exit', (code, signal) =>
  process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
);
