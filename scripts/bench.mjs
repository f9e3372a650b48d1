// `npm run bench [-- --json FILE] [-- --only stamping,service,window]`: measures, and prints ratios against named peers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuild } from './build.mjs';
import { ensureNodeModules, ensureSystemPackages, root, which } from './prepare.mjs';
import { runPrivately } from './private-session.mjs';

ensureNodeModules();
ensureSystemPackages(['keychain', 'display'], { optional: true });
ensureBuild();

// The benches are TypeScript like everything else: bundled into a folder that goes away again, beside node_modules so that
// what stays outside the bundle is found.
const { build } = await import('vite');
const folder = mkdtempSync(join(root, 'node_modules/.cache/bench-'));
let code;
try {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      rollupOptions: {
        input: { index: join(root, 'test/bench/index.ts'), floor: join(root, 'test/bench/floor.ts') },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  code = await runPrivately([process.execPath, join(folder, 'index.mjs'), ...process.argv.slice(2)], {
    cwd: root,
    display: which(['xvfb-run']) !== undefined,
    env: { KEYOPS_ROOT: root, KEYOPS_BENCH: folder, TMPDIR: tmpdir() },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);
