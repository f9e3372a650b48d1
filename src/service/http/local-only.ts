import type { IncomingMessage } from 'node:http';
import { httpError } from './errors.ts';

const LOCAL_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Refuses a request that names another host: a name that was rebound to this machine in DNS.
 * @throws ServiceError FORBIDDEN
 */
export function refuseOtherHosts(request: IncomingMessage): void {
  const port = String(request.socket.localPort);
  const host = request.headers.host?.toLowerCase();
  if (host === undefined || !LOCAL_NAMES.some((name) => host === `${name}:${port}`)) {
    throw httpError('FORBIDDEN.host');
  }
}

/**
 * Refuses any request that a web page of a browser on this machine made.
 * @throws ServiceError FORBIDDEN
 */
export function refusePages(request: IncomingMessage): void {
  if (request.headers.origin !== undefined) {
    throw httpError('FORBIDDEN.page');
  }
}
