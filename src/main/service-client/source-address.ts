import { type Socket, connect } from 'node:net';
import { parseIpAddress } from '#protocol/network/ip-address.ts';
import { contains, parseCidr } from '#protocol/network/cidr.ts';

const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseCidr);
const TIMEOUT_MS = 2_000;

/**
 * The address from which a service sees this machine, where this machine can know it: for a service on it. Beyond it, a
 * router may put another address in the place of ours.
 * @param baseUrl the service's base address
 * @returns an IP address as text, or undefined
 */
export async function sourceAddress(baseUrl: string): Promise<string | undefined> {
  const { hostname, port, protocol } = new URL(baseUrl);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    timeout: TIMEOUT_MS,
  });
  try {
    await opened(socket);
    return isLoopback(socket.remoteAddress) ? socket.localAddress : undefined;
  } catch {
    // A service that cannot be reached says so at the request itself.
    return undefined;
  } finally {
    socket.destroy();
  }
}

const opened = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
    socket.once('timeout', () => reject(new Error('The service does not answer.')));
  });

function isLoopback(text: string | undefined): boolean {
  const address = text === undefined ? undefined : parseIpAddress(text);
  return address !== undefined && LOOPBACK.some((block) => contains(block, address));
}
