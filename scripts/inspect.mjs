// `npm run inspect -- [--descriptors DIR] [--abi FILE]`: the approval card as JSON lines. Standard output belongs to the
// cards: nothing else writes to it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuild } from './build.mjs';
import { ensureNodeModules, readOptions, root } from './prepare.mjs';

// Said here, before anything is built.
readOptions('npm run inspect -- [--descriptors DIR] [--abi FILE]', {
  descriptors: { type: 'string' },
  abi: { type: 'string' },
});
ensureNodeModules();
ensureBuild();

const inspect = spawn(process.execPath, [join(root, 'out/main/inspect.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
inspect.on('error', (error) => {
  process.stderr.write(`Inspect cannot be run: ${error.message}\n`);
  process.exitCode = 1;
});
inspect.on('exit', (code) => process.exit(code ?? 1));
