// `npm run bench -- [--json FILE] [--only stamping,service] [--document]`: measures, and prints ratios against named peers.
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuild } from './build.mjs';
import { withBundle } from './bundle.mjs';
import { ensureNodeModules, ensureSystemPackages, root } from './prepare.mjs';
import { runPrivately } from './private-session.mjs';
import { which } from './system.mjs';

ensureNodeModules();
ensureSystemPackages(['keychain', 'display']);
ensureBuild();

const entries = { index: 'test/bench/index.ts', floor: 'test/bench/floor.ts' };
process.exitCode = await withBundle(entries, (folder) =>
  runPrivately([process.execPath, join(folder, 'index.mjs'), ...process.argv.slice(2)], {
    cwd: root,
    display: which(['xvfb-run']) !== undefined,
    env: { KEYOPS_ROOT: root, KEYOPS_BENCH: folder },
  }),
);
