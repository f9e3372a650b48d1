import type { BrowserContext } from 'playwright-core';
import { answerPage } from '../pages/answer-page.ts';
import type { PageFiles } from '../pages/page-files.ts';
import type { SurfaceAddress } from '../bridge/surfaces.ts';
import { isAtSurface } from '../bridge/surfaces.ts';

/** Answers a context's requests to its surface out of the built files; every other request ends there. */
export async function serveRoutes(
  context: BrowserContext,
  address: SurfaceAddress,
  files: PageFiles,
): Promise<void> {
  await context.route('**/*', async (route, request) => {
    // "aborted" leaves the page that is shown where it is; other reasons would put an error page in its place.
    if (!isAtSurface(address, request.url())) return route.abort('aborted');
    const { status, headers, body } = await answerPage(files, address, {
      method: request.method(),
      url: request.url(),
    });
    if (status !== 200 && request.isNavigationRequest()) return route.abort('aborted');
    return route.fulfill({ status, headers, body: Buffer.from(body) });
  });
}
