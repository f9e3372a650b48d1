import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { type WireForm, errorBodyOn } from '#protocol/wire.ts';
import { httpError } from './errors.ts';

/** What Node says of a request that never became one, as the HTTP status and the key of our words. */
const KINDS: Readonly<Record<string, readonly [http: number, key: Broken]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_INVALID.late'],
  HPE_HEADER_OVERFLOW: [431, 'REQUEST_INVALID.headers'],
};
const NO_HTTP: readonly [number, Broken] = [400, 'REQUEST_INVALID.noHttp'];
type Broken = 'REQUEST_INVALID.late' | 'REQUEST_INVALID.headers' | 'REQUEST_INVALID.noHttp';

/**
 * Answers a request that broke off, or is none, with a typed error, and ends its connection. It reached no route and had no effect.
 * @param now the service's time, in milliseconds since the epoch
 */
export const answerBroken =
  ({ wire, now }: { readonly wire: WireForm; readonly now: () => number }) =>
  (error: ConnectionError, socket: Socket): void => {
    // Whoever hung up reads nothing.
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [http, key] = KINDS[error.code] ?? NO_HTTP;
    const body = JSON.stringify(errorBodyOn(wire, httpError(key).body()));
    if (socket.writable)
      socket.write(
        [
          `HTTP/1.1 ${http} ${STATUS_CODES[http] ?? ''}`,
          'Content-Type: application/json; charset=utf-8',
          `Content-Length: ${Buffer.byteLength(body)}`,
          `X-Service-Time-Ms: ${now()}`,
          'Connection: close',
          '',
          body,
        ].join('\r\n'),
      );
    socket.destroy(error);
  };
