import type { IncomingMessage } from 'node:http';
import { parseIpAddress } from '#protocol/network/ip-address.ts';
import { httpError } from './errors.ts';
import type { ServiceReach, TlsIdentity } from './network.ts';
import { isLoopback } from '../public-address.ts';

const LOCAL_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Refuses a request that names another host: a name that was rebound to this machine in DNS. A rebound name is a name, and
 * the attacker's, so addresses and the service's own names are fine.
 * @throws ServiceError FORBIDDEN
 */
export function refuseOtherHosts(
  request: IncomingMessage,
  network: ServiceReach,
  tls: Pick<TlsIdentity, 'certificate'> | undefined,
): void {
  const host = request.headers.host?.toLowerCase() ?? '';
  const port = String(request.socket.localPort);
  if (LOCAL_NAMES.some((name) => host === `${name}:${port}`)) return;
  const name = host.replace(/:\d{1,5}$/, '');
  if (network.publicNames.includes(name)) return;
  if (!isLoopback(network.host) && isOnNetwork(name, tls)) return;
  throw httpError('FORBIDDEN.host');
}

/** Ports aren't compared here: a container's are others than those that it is reached by. */
const isOnNetwork = (name: string, tls: Pick<TlsIdentity, 'certificate'> | undefined): boolean =>
  name === 'localhost' ||
  parseIpAddress(name.replace(/^\[(.*)\]$/, '$1')) !== undefined ||
  (/^[a-z0-9.-]+$/.test(name) && tls?.certificate.checkHost(name) !== undefined);
