import { dirname, join } from 'node:path';
import process from 'node:process';
import { type WebContents, app } from 'electron';
import type { HostFacts } from '../platform/host.ts';
import { PERMISSION_PROBE, readProbe } from '../platform/permission-probe.ts';

/** A world of scripts beside the page's (0) and the preload's (999), for the probe alone. */
const PROBE_WORLD = 1200;
const PROBE_MS = 5_000;

/** Where Electron's fuses are: in the executable, on macOS in the framework beside it. */
const fuseFile = (executable: string, platform: NodeJS.Platform): string =>
  platform === 'darwin'
    ? join(dirname(executable), '../Frameworks/Electron Framework.framework/Electron Framework')
    : executable;

/** Measures the running program: its own files, its processes, and what its window's page may do. */
export async function inspectElectron(contents: WebContents | undefined): Promise<HostFacts> {
  const { electron, chrome, node } = process.versions;
  return {
    runtimes: [
      { name: 'Electron', version: electron },
      { name: 'Chromium', version: chrome },
      { name: 'Node.js', version: node },
    ],
    isPackaged: app.isPackaged,
    fuseFile: fuseFile(app.getPath('exe'), process.platform),
    codePath: app.getAppPath(),
    pages: app
      .getAppMetrics()
      .filter(({ type }) => type === 'Tab')
      .map(({ pid, sandboxed }) => ({ pid, isSandboxed: sandboxed ?? null })),
    permissions: contents === undefined || contents.isDestroyed() ? [] : await probe(contents),
    licenseFiles: [
      join(dirname(app.getPath('exe')), 'THIRD-PARTY-LICENSES.txt'),
      join(process.resourcesPath, 'THIRD-PARTY-LICENSES.txt'),
      ...(app.isPackaged ? [] : [join(app.getAppPath(), 'out/THIRD-PARTY-LICENSES.txt')]),
    ],
  };
}

/** Asks in the page; a page that doesn't answer was not asked. */
async function probe(contents: Pick<WebContents, 'executeJavaScriptInIsolatedWorld'>) {
  const late = new Promise<null>((resolve) => void setTimeout(resolve, PROBE_MS, null));
  const asked = contents.executeJavaScriptInIsolatedWorld(PROBE_WORLD, [{ code: PERMISSION_PROBE }]);
  return readProbe(await Promise.race([asked, late]).catch(() => null));
}
