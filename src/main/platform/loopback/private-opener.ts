import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { consoleError } from '../errors.ts';
import type { Host } from '../host.ts';
import { createPrivateFile } from '../private-files.ts';

/**
 * The address to hand to the system's browser: https, or http on this machine; nothing else is ever opened.
 * @throws AppError `BROWSER_ADDRESS_REFUSED`
 */
export function browserAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const isPlain = url?.username === '' && url.password === '';
  if (url !== undefined && isPlain && (url.protocol === 'https:' || isHere)) return url.href;
  throw consoleError('BROWSER_ADDRESS_REFUSED');
}

/** Opens addresses in the system's browser without saying them to the other users of the machine. */
export interface PrivateOpener {
  /** @throws AppError `BROWSER_ADDRESS_REFUSED`, `BROWSER_MISSING` */
  open(url: string): Promise<void>;
  /** Removes what was written for the browser. */
  clear(): Promise<void>;
}

/**
 * Every user of a machine can read the arguments of a program, and a browser is opened by one. So it is given the name of a
 * file that only this user can read, which leads to the address.
 * @param folder is made, for this user alone; whatever is in it is removed
 */
export function createPrivateOpener(host: Pick<Host, 'openExternal'>, folder: string): PrivateOpener {
  const clear = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return {
    open: async (url) => {
      const page = leadingTo(browserAddress(url));
      await clear();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${randomBytes(12).toString('hex')}.html`);
      await createPrivateFile(path, page);
      await host.openExternal(pathToFileURL(path).href);
    },
    clear,
  };
}

/** A page that goes on to an address by itself, without a script. */
function leadingTo(address: string): string {
  const href = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${href}"><title>KeyOps Console</title>
<p><a href="${href}">Continue from KeyOps Console</a></p></html>
`;
}
