import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { type SurfaceAddress, isAtSurface } from '../bridge/surfaces.ts';

/** What a page may be made of; a file of another kind is not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

interface PageFile {
  readonly path: string;
  readonly type: string;
}

/** URL path (`/assets/index.js`) to file: all that can be asked for. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/**
 * Lists the built files of the window, once, at start. Requests are looked up in this list and never joined to a
 * path, so that no request can name a file outside it. Synchronous: before Electron is ready, nothing
 * wakes Node's loop for an answer.
 */
export function listPageFiles(folder: string): PageFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
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

/**
 * What our pages may do, as a Content Security Policy (CSP level 3): their own scripts, styles, fonts and pictures, and
 * nothing over a network. Scripts made out of text are refused twice: no `unsafe-eval`, and Trusted Types with no
 * policy to make them.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "worker-src 'none'",
  // The approval surface is a view of its own, not a frame.
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  // Of what a sandbox takes away, the pages get back scripts, their origin, forms (which go nowhere) and downloads (which
  // the host refuses, and sees). No boxes of the browser's, no printing, no popups, no pointer lock.
  'sandbox allow-scripts allow-same-origin allow-forms allow-downloads',
].join('; ');

const FEATURES = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'usb',
  'serial',
  'hid',
  'payment',
  // What would be drawn over other windows, the approval's among them.
  'fullscreen',
  'picture-in-picture',
  'publickey-credentials-get',
  'identity-credentials-get',
  'window-management',
];

const headersOf = (policy: string, mayAskForCamera: boolean): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': FEATURES.map(
    (feature) => `${feature}=${feature === 'camera' && mayAskForCamera ? '(self)' : '()'}`,
  ).join(', '),
  // A new build must never meet an old script.
  'Cache-Control': 'no-store',
});

/** The headers that every answer to our pages carries. */
export const PAGE_HEADERS = headersOf(POLICY, false);
/**
 * Those of the console's page, which reads QR codes: it may ask for a camera (the host decides), and play a video that the
 * operator chose, out of its own memory.
 */
export const CONSOLE_HEADERS = headersOf(`${POLICY}; media-src blob:`, true);

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The document of the console's window, in both hosts. */
const CONSOLE_PAGE = 'index.html';

/** Answers a page's request out of the list of built files; both hosts answer with these bytes and these headers. */
export async function answerPage(
  files: PageFiles,
  address: SurfaceAddress,
  request: { readonly method: string; readonly url: string },
): Promise<PageAnswer> {
  if (!isAtSurface(address, request.url)) return refusal(403);
  if (request.method !== 'GET') return refusal(405);
  const { pathname, search } = new URL(request.url);
  const file = search === '' ? files.get(pathname) : undefined;
  // Each surface has one document: its own.
  if (file === undefined || (pathname.endsWith('.html') && pathname !== `/${address.page}`))
    return refusal(404);
  const body = new Uint8Array(await readFile(file.path));
  const headers = address.page === CONSOLE_PAGE ? CONSOLE_HEADERS : PAGE_HEADERS;
  return { status: 200, headers: { ...headers, 'Content-Type': file.type }, body };
}

const refusal = (status: number): PageAnswer => ({
  status,
  headers: { ...PAGE_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  body: new Uint8Array(),
});
