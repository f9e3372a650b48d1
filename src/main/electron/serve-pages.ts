import type { Session } from 'electron';
import { answerPage } from '../pages/answer-page.ts';
import type { PageFiles } from '../pages/page-files.ts';
import type { SurfaceAddress } from '../bridge/surfaces.ts';

/**
 * Serves a surface's built files in its own session, under its own scheme.
 * @param onServed told the content type of each answer, once it is on its way
 */
export function servePages(
  session: { protocol: Pick<Session['protocol'], 'handle'> },
  address: SurfaceAddress,
  files: PageFiles,
  onServed: (type: string) => void = () => undefined,
): void {
  session.protocol.handle(address.protocol.slice(0, -1), async (request) => {
    const { status, headers, body } = await answerPage(files, address, request);
    setImmediate(onServed, headers['Content-Type'] ?? '');
    return new Response(body, { status, headers });
  });
}
