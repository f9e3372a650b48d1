// The guided tour: the console's first signature, in a real window on a screen of its own, with a real keychain and the
// real service; what a machine without a display shows in place of a window. `npm start` comes here by itself. And the tour of the
// offline console, which `npm start -- --tour offline` asks for.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuild } from './build.mjs';
import { withBundle } from './bundle.mjs';
import { installedElectron } from './find-electron.mjs';
import { ensureSystemPackages, root } from './prepare.mjs';
import { runPrivately } from './private-session.mjs';
import { which } from './system.mjs';

/** Takes requests round by file between two consoles, one of them never connected; sets the exit code. Needs no window. */
export async function runOfflineTour() {
  ensureSystemPackages(['keychain']);
  ensureBuild();
  process.exitCode = await withBundle(
    { tour: 'test/tour/offline.ts', desk: 'test/fixtures/desk-child.ts' },
    (folder) =>
      runPrivately([process.execPath, join(folder, 'tour.mjs')], { cwd: root, env: { KEYOPS_ROOT: root } }),
  );
}

/** Runs the tour and leaves its pictures in artifacts/tour; sets the exit code. */
export async function runTour() {
  const electron = installedElectron(process.env) !== undefined;
  ensureSystemPackages(electron ? ['keychain', 'display', 'electron'] : ['keychain', 'display', 'window']);
  ensureBuild();
  const pictures = join(root, 'artifacts/tour');
  mkdirSync(pictures, { recursive: true });
  process.exitCode = await withBundle({ tour: 'test/tour/index.ts' }, (folder) =>
    runPrivately([process.execPath, join(folder, 'tour.mjs')], {
      cwd: root,
      display: which(['xvfb-run']) !== undefined,
      env: { KEYOPS_ROOT: root, KEYOPS_TOUR: pictures, KEYOPS_TOUR_HOST: electron ? 'electron' : 'chromium' },
    }),
  );
}
