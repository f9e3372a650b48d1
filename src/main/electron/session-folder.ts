import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { App } from 'electron';

/**
 * Keeps what Chromium writes for its default session (caches, cookies, storage: no page of ours uses it) and for crashes, which
 * are not reported, out of the data folder: in a private folder that goes with the program, on Linux in the user's runtime
 * folder, which is in memory. Must run before the app is ready.
 */
export function keepSessionOffDisk(app: Pick<App, 'setPath' | 'on'>): void {
  const folder = makePrivateFolder(process.env['XDG_RUNTIME_DIR']) ?? makePrivateFolder(tmpdir());
  if (folder === undefined) return;
  app.setPath('sessionData', folder);
  app.setPath('crashDumps', join(folder, 'crashes'));
  app.on('quit', () => rmSync(folder, { recursive: true, force: true }));
}

/** A new folder for this user alone, or undefined where none can be made. */
function makePrivateFolder(parent: string | undefined): string | undefined {
  if (parent === undefined) return undefined;
  try {
    return mkdtempSync(join(parent, 'keyops-session-'));
  } catch {
    return undefined;
  }
}
