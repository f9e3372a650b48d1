import { spawn } from 'node:child_process';
import { consoleError } from '../platform/errors.ts';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an address in the system's browser. The address is an argument of its own: no shell reads it.
 * @throws AppError `BROWSER_MISSING`
 */
export function openInBrowser(url: string): Promise<void> {
  const [command, ...first] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, url], { stdio: 'ignore', detached: true });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
    child.once('error', (cause) => reject(consoleError('BROWSER_MISSING.system', { cause })));
  });
}
