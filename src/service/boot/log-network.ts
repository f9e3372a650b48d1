import type { Logger } from 'pino';
import { formatCidr } from '#protocol/network/cidr.ts';
import type { ServiceReach } from '../http/network.ts';
import { isLoopback } from '../public-address.ts';

/** Says in the log what is looser than on this machine alone, a line each; nothing where nothing is. */
export function logNetwork(logger: Logger, network: ServiceReach, hasTls: boolean): void {
  const { host, allowedOrigins, trustedProxies, proxyProtocol, publicNames } = network;
  if (!isLoopback(host)) {
    logger.warn({ host }, 'listening on a network: other machines reach the API and the auth proxy');
    if (!hasTls)
      logger.warn({ host }, 'without TLS, what is sent can be read on the way, and answers can be changed');
  }
  for (const origin of allowedOrigins)
    logger.warn({ origin }, 'pages of this origin may send stamped requests');
  for (const block of trustedProxies)
    logger.warn(
      { proxy: formatCidr(block) },
      proxyProtocol
        ? 'a PROXY header counts when it comes from here, and nobody else is answered'
        : 'X-Forwarded-For counts when it comes from here',
    );
  for (const name of publicNames) logger.warn({ name }, 'requests for this host name are answered too');
}

/** Says where metrics are told, and who else may read them. */
export function logMetrics(logger: Logger, host: string, url: string): void {
  logger.info({ url }, 'metrics and health are told here');
  if (!isLoopback(host)) logger.warn({ host }, 'other machines can read the metrics');
}
