import { request } from 'node:http';
import { type Socket, isIP } from 'node:net';

/**
 * Why a proxy gave no tunnel. `PROXY_REFUSED`: it answered with another status than success; `PROXY_FAILED`: it closed, or
 * what it sent is no answer to CONNECT; `PROXY_TIMED_OUT`: the attempt's time was over before it answered.
 */
export type ProxyFault = 'PROXY_UNREACHABLE' | 'PROXY_REFUSED' | 'PROXY_FAILED' | 'PROXY_TIMED_OUT';

/** So much of a proxy's answer is read. */
const MOST_HEAD_BYTES = 16 * 1024;

/** Where a tunnel ends: an address that was checked, never a name, or the proxy could find another address behind it. */
interface TunnelEnd {
  readonly address: string;
  readonly port: number;
}

/** Host and port as CONNECT has them (RFC 9110, 9.3.6). */
const authorityOf = ({ address, port }: TunnelEnd): string =>
  `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;

/**
 * Asks a proxy for a tunnel. It is told the address and the port, and nothing else.
 * @param proxy an http URL; a name in it is resolved as the system does, for the operator chose it
 * @param signal ends the asking; the one who aborts it says why
 * @returns the open tunnel, which the caller has to destroy; or why there is none
 */
export function openTunnel(proxy: URL, end: TunnelEnd, signal: AbortSignal): Promise<Socket | ProxyFault> {
  const authority = authorityOf(end);
  return new Promise((resolve) => {
    let fault: ProxyFault = 'PROXY_UNREACHABLE';
    const asking = request({
      host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: proxy.port === '' ? 80 : Number(proxy.port),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority },
      agent: false,
      maxHeaderSize: MOST_HEAD_BYTES,
      signal,
    });
    asking.on('socket', (socket) => socket.once('connect', () => (fault = 'PROXY_FAILED')));
    // Every answer to CONNECT comes here, whatever its status.
    asking.on('connect', ({ statusCode = 0 }, socket, head) => {
      socket.on('error', () => undefined);
      const isOpen = statusCode >= 200 && statusCode < 300;
      // A receiver of TLS waits for the client: what comes before that is the proxy's own.
      if (isOpen && head.length === 0) return resolve(socket);
      socket.destroy();
      return resolve(isOpen ? 'PROXY_FAILED' : 'PROXY_REFUSED');
    });
    // Every error is followed by close.
    asking.on('error', () => undefined);
    asking.on('close', () => resolve(fault));
    asking.end();
  });
}
