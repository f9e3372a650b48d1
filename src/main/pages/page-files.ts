import { readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** What a page may be made of; a file of another kind is not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export interface PageFile {
  readonly path: string;
  readonly type: string;
}

/** URL path (`/assets/index.js`) to file: all that can be asked for. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/**
 * Lists the built files of the window, once, at start. Requests are looked up in this list and never joined to a
 * path, so that no request can name a file outside it.
 */
export async function listPageFiles(folder: string): Promise<PageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, PageFile>();
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    // A link is not a file here: it could lead out of the folder.
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { path, type });
  }
  return files;
}
