import { readFile } from 'node:fs/promises';
import type { SurfaceAddress } from '../bridge/surfaces.ts';
import { isAtSurface } from '../bridge/surfaces.ts';
import { PAGE_HEADERS } from './headers.ts';
import type { PageFiles } from './page-files.ts';

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

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
  return { status: 200, headers: { ...PAGE_HEADERS, 'Content-Type': file.type }, body };
}

const refusal = (status: number): PageAnswer => ({
  status,
  headers: { ...PAGE_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  body: new Uint8Array(),
});
