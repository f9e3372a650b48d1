import { type Cidr, parseCidr } from '#protocol/network/cidr.ts';
import { parseIpAddress } from '#protocol/network/ip-address.ts';
import { type ServiceReach, THIS_MACHINE } from '../http/network.ts';
import { startError } from './errors.ts';
import type { TlsFiles } from './tls-identity.ts';

/** The options that say who can reach the service. */
export const NETWORK_OPTIONS = {
  host: { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'trusted-proxy': { type: 'string', multiple: true },
  'proxy-protocol': { type: 'boolean' },
  'public-name': { type: 'string', multiple: true },
} as const;

/** What was given of them. */
interface Given {
  readonly host?: string | undefined;
  readonly 'allow-origin'?: readonly string[] | undefined;
  readonly 'tls-cert'?: string | undefined;
  readonly 'tls-key'?: string | undefined;
  readonly 'trusted-proxy'?: readonly string[] | undefined;
  readonly 'proxy-protocol'?: boolean | undefined;
  readonly 'public-name'?: readonly string[] | undefined;
}

/** Who can reach the service, and the files of its certificate; what is left out stays as on this machine alone. */
export interface NetworkArguments {
  readonly network?: ServiceReach;
  readonly tlsFiles?: TlsFiles;
}

/**
 * Reads who can reach the service.
 * @throws AppError `ARGUMENTS_INVALID` for a host that isn't an IP address, a wildcard, an origin that no browser writes so,
 *   a block that isn't one or that holds every address, the PROXY protocol of no proxy, and one file of TLS without the other
 */
export function readNetwork(given: Given): NetworkArguments {
  const [cert, key] = [given['tls-cert'], given['tls-key']];
  if ((cert === undefined) !== (key === undefined)) throw startError('ARGUMENTS_INVALID.tlsPair');
  const trustedProxies = (given['trusted-proxy'] ?? []).map(readProxy);
  const proxyProtocol = given['proxy-protocol'] ?? false;
  if (proxyProtocol && trustedProxies.length === 0) throw startError('ARGUMENTS_INVALID.proxyProtocol');
  return {
    network: {
      host: readHost(given.host),
      allowedOrigins: (given['allow-origin'] ?? []).map(readOrigin),
      trustedProxies,
      proxyProtocol,
      publicNames: (given['public-name'] ?? []).map(readName),
    },
    ...(cert === undefined || key === undefined ? {} : { tlsFiles: { cert, key } }),
  };
}

function readHost(text: string | undefined): string {
  if (text === undefined || text === 'localhost') return THIS_MACHINE.host;
  const host = text.replace(/^\[(.*)\]$/, '$1');
  if (parseIpAddress(host) === undefined) throw startError('ARGUMENTS_INVALID.host', { text });
  return host;
}

/** As a browser writes it in `Origin`: anything else would never match, or be more than one. */
function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text;
  if (!isOrigin || text.includes('*')) throw startError('ARGUMENTS_INVALID.origin', { text });
  return text;
}

function readProxy(text: string): Cidr {
  const family = parseIpAddress(text)?.family;
  try {
    const block = parseCidr(family === undefined ? text : `${text}/${text.includes(':') ? 128 : 32}`);
    if (block.prefix > 0) return block;
  } catch (cause) {
    throw startError('ARGUMENTS_INVALID.proxy', { text, cause });
  }
  throw startError('ARGUMENTS_INVALID.everyProxy', { text });
}

function readName(text: string): string {
  const name = text.toLowerCase();
  if (/^(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(name) && name.length <= 253) return name;
  throw startError('ARGUMENTS_INVALID.publicName', { text });
}
