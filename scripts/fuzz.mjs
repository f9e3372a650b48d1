// `npm run fuzz -- [--chain NAME] [--seconds 60] [--seed 1]`: coverage-guided fuzzing of what reads
// transactions, typed data, authorizations, messages, the offline files and their QR codes.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { withBundle } from './bundle.mjs';
import { ensureNodeModules, root } from './prepare.mjs';

ensureNodeModules();
process.exitCode = await withBundle({ index: 'test/fuzz/index.ts' }, (folder) => {
  const { status } = spawnSync(process.execPath, [join(folder, 'index.mjs'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, KEYOPS_ROOT: root },
  });
  return Promise.resolve(status ?? 1);
});
