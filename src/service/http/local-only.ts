import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../service-error.ts';

const LOCAL_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Refuses a request that names another host: a name that was rebound to this machine in DNS.
 * @throws ServiceError FORBIDDEN
 */
export function refuseOtherHosts(request: IncomingMessage): void {
  const port = String(request.socket.localPort);
  const host = request.headers.host?.toLowerCase();
  if (host === undefined || !LOCAL_NAMES.some((name) => host === `${name}:${port}`)) {
    throw forbidden('request not authorized (this service answers to its own local address only)');
  }
}

/**
 * Refuses any request that a web page of a browser on this machine made.
 * @throws ServiceError FORBIDDEN
 */
export function refusePages(request: IncomingMessage): void {
  if (request.headers.origin !== undefined) {
    throw forbidden('request not authorized (this service does not answer web pages)');
  }
}

const forbidden = (message: string): ServiceError =>
  new ServiceError('PERMISSION_DENIED', 'FORBIDDEN', message, {
    remedy: 'Send the request from a program of this machine.',
  });
