import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** A screen that is not there by then never will be. */
const START_MS = 20_000;

/**
 * Opens a virtual screen of a window's own on Linux: which window has the focus is part of what is tested, and files
 * are tested side by side. It goes with the last program on it. Elsewhere, and without Xvfb, windows share the screen
 * that there is.
 * @returns what the program on it is to find in its environment
 */
export async function openDisplay(): Promise<Readonly<Record<string, string>>> {
  if (process.platform !== 'linux') return {};
  // It looks for a free number itself, and writes it to descriptor 3 when it can be connected to.
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-terminate'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    server.once('error', () => resolve({}));
    const late = setTimeout(() => server.kill('SIGKILL'), START_MS);
    server.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`Xvfb ended with ${code} before it said where it is.`));
    });
    (server.stdio[3] as Readable).once('data', (said: Buffer) => {
      clearTimeout(late);
      server.unref();
      resolve({ DISPLAY: `:${said.toString().trim()}` });
    });
  });
}
