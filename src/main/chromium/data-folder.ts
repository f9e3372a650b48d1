import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder where the console keeps its files: the one that KEYOPS_DATA names, else the same that Electron gives the
 * product on this system, so that both hosts show the same console.
 */
export function dataFolderOf(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home = homedir(),
): string {
  const named = environment['KEYOPS_DATA'];
  if (named !== undefined) return named;
  return join(parentFolder(environment, platform, home), 'KeyOps Console');
}

function parentFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home: string,
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return environment['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  return environment['XDG_CONFIG_HOME'] ?? join(home, '.config');
}
