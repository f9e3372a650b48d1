import { type Protocol, type Session, session as sessions } from 'electron';
import { ELECTRON_SURFACES, type SurfaceAddress } from '../bridge/surfaces.ts';
import { type PageFiles, answerPage } from '../pages/page-files.ts';
import type { Surface } from '../platform/host.ts';
import { denyNetwork } from './guard-contents.ts';

/**
 * Makes our schemes origins like https: standard (so that `'self'` and same-origin rules work) and secure. They get no
 * way around the CSP, no service workers and no CORS. Must run before the app is ready.
 */
export function registerSchemes(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged(
    Object.values(ELECTRON_SURFACES).map(({ protocol: scheme }) => ({
      scheme: scheme.slice(0, -1),
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        bypassCSP: false,
        allowServiceWorkers: false,
        corsEnabled: false,
        stream: false,
        codeCache: false,
      },
    })),
  );
}

/** Serves a surface's built files in its own session, under its own scheme. */
function servePages(
  session: { protocol: Pick<Session['protocol'], 'registerBufferProtocol'> },
  address: SurfaceAddress,
  files: PageFiles,
): void {
  // `handle` loads Node's fetch for its first request (40 to 80 ms in a trace), while the page's process waits for the document.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only other way to answer with bytes and headers
  session.protocol.registerBufferProtocol(address.protocol.slice(0, -1), (request, answer) => {
    answerPage(files, address, request).then(
      ({ status, headers, body }) =>
        answer({ statusCode: status, headers: { ...headers }, data: Buffer.from(body.buffer) }),
      () => answer({ error: FAILED }),
    );
  });
}

/** Chromium's ERR_FAILED: a file that the build lists can't be read. */
const FAILED = -2;

/**
 * Makes the session of a surface: in memory only (no `persist:`), so that nothing of a page outlives the program, and
 * not shared, so that neither surface can reach the other's address.
 */
export function openSurfaceSession(surface: Surface, files: PageFiles): Session {
  const session = sessions.fromPartition(`keyops-${surface}`, { cache: false });
  servePages(session, ELECTRON_SURFACES[surface], files);
  denyNetwork(session, ELECTRON_SURFACES[surface]);
  // Dictionaries would come from the network.
  session.setSpellCheckerEnabled(false);
  return session;
}
