import type { Session } from 'electron';
import type { SurfaceAddress } from '../bridge/surfaces.ts';
import { isAtSurface } from '../bridge/surfaces.ts';

/**
 * Cancels every request of a session's pages but those to its surface's own address. The pages need no network: the
 * privileged side speaks to the service.
 * @param address null for a session that shows no surface: everything is cancelled
 */
export function denyNetwork(
  session: { webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> },
  address: SurfaceAddress | null,
): void {
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: address === null || !isAtSurface(address, details.url) }),
  );
}
