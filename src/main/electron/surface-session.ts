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

/**
 * Serves a surface's built files in its own session, under its own scheme.
 * @param onServed told the path of each file, once the page has its bytes
 */
function servePages(
  session: { protocol: Pick<Session['protocol'], 'handle'> },
  address: SurfaceAddress,
  files: PageFiles,
  onServed: (path: string) => void = () => undefined,
): void {
  session.protocol.handle(address.protocol.slice(0, -1), async (request) => {
    const { status, headers, body } = await answerPage(files, address, request);
    const onTaken = (): void => onServed(new URL(request.url).pathname);
    return new Response(inPieces(body, onTaken), { status, headers });
  });
}

/** What is handed to Chromium at once, in bytes: its pipe to a page takes some of these. */
const PIECE = 65_536;

/** A body in pieces, each read when the one before is on its way; tells when the last was taken. */
export function inPieces(body: Uint8Array<ArrayBuffer>, onTaken: () => void): ReadableStream<Uint8Array> {
  let from = 0;
  return new ReadableStream(
    {
      pull: (controller) => {
        if (from < body.length) controller.enqueue(body.subarray(from, (from += PIECE)));
        else {
          controller.close();
          setImmediate(onTaken);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

/** How long a page that asks for nothing can hold up what waits for it. */
const LONGEST_MS = 1_000;

interface Served {
  /** To be told the path of each file that the page was given. */
  readonly onServed: (path: string) => void;
  /** Settles when the page has all of its first files, and in any case soon. */
  readonly done: Promise<void>;
}

/**
 * Waits for a page to be given what its document names: what it runs before it can show anything.
 * @param first their paths (`/assets/index.js`)
 */
export function createFirstFilesSignal(first: ReadonlySet<string>): Served {
  const missing = new Set(first);
  let onServed: Served['onServed'] = () => undefined;
  const done = new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, LONGEST_MS);
    onServed = (path) => {
      if (!missing.delete(path) || missing.size > 0) return;
      clearTimeout(limit);
      resolve();
    };
  });
  return { onServed, done };
}

/**
 * Makes the session of a surface: in memory only (no `persist:`), so that nothing of a page outlives the program, and
 * not shared, so that neither surface can reach the other's address.
 */
export function openSurfaceSession(
  surface: Surface,
  files: PageFiles,
  onServed?: (path: string) => void,
): Session {
  const session = sessions.fromPartition(`keyops-${surface}`, { cache: false });
  servePages(session, ELECTRON_SURFACES[surface], files, onServed);
  denyNetwork(session, ELECTRON_SURFACES[surface]);
  // Dictionaries would come from the network.
  session.setSpellCheckerEnabled(false);
  return session;
}
