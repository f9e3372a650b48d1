import { session as sessions } from 'electron';
import type { Session } from 'electron';
import type { Surface } from '../platform/host.ts';
import type { PageFiles } from '../pages/page-files.ts';
import { ELECTRON_SURFACES } from '../bridge/surfaces.ts';
import { denyNetwork } from './deny-network.ts';
import { servePages } from './serve-pages.ts';

/**
 * Makes the session of a surface: in memory only (no `persist:`), so that nothing of a page outlives the program, and
 * not shared, so that neither surface can reach the other's address.
 */
export function openSurfaceSession(
  surface: Surface,
  files: PageFiles,
  onServed?: (type: string) => void,
): Session {
  const session = sessions.fromPartition(`keyops-${surface}`, { cache: false });
  servePages(session, ELECTRON_SURFACES[surface], files, onServed);
  denyNetwork(session, ELECTRON_SURFACES[surface]);
  // Dictionaries would come from the network.
  session.setSpellCheckerEnabled(false);
  return session;
}
