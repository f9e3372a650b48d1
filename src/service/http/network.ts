import type { IncomingMessage } from 'node:http';
import type { X509Certificate } from 'node:crypto';
import { type Cidr, contains } from '#protocol/network/cidr.ts';
import { parseIpAddress } from '#protocol/network/ip-address.ts';
import { isLoopback } from '../public-address.ts';
import { proxiedBy } from './proxied.ts';
import type { Secret } from '#protocol/secret.ts';

/** What a service that ends TLS itself shows, PEM both. The key is wiped once its servers are made. */
export interface TlsIdentity {
  /** The service's own certificate, and the ones between it and an authority. */
  readonly chain: string;
  /** The service's own certificate alone: it says which names are the service's. */
  readonly certificate: X509Certificate;
  readonly key: Secret;
}

/** Who can reach the service, and how. */
export interface ServiceReach {
  /** The address that it listens on. */
  readonly host: string;
  /** Origins whose pages may send stamped requests, as browsers write them. */
  readonly allowedOrigins: readonly string[];
  /** Proxies that say where a request comes from, in `X-Forwarded-For` unless it's a PROXY header. */
  readonly trustedProxies: readonly Cidr[];
  /** Whether those proxies pass connections through and say in a PROXY header where each comes from. */
  readonly proxyProtocol: boolean;
  /** Names that it is reached by, beside those that its certificate has: lowercase, without a port. */
  readonly publicNames: readonly string[];
}

/** This machine alone: nothing of the service is reachable from a network, or by a page. */
export const THIS_MACHINE: ServiceReach = {
  host: '127.0.0.1',
  allowedOrigins: [],
  trustedProxies: [],
  proxyProtocol: false,
  publicNames: [],
};

/**
 * By what the connections of a stranger are counted: the address, or the first half of an IPv6 address, since one machine has
 * all of the other half. This machine's programs and trusted proxies, which many clients share, are no strangers.
 */
export function strangerOf(remoteAddress: string | undefined, reach: ServiceReach): string | undefined {
  const address = parseIpAddress(remoteAddress ?? '');
  if (address === undefined || isLoopback(remoteAddress ?? '')) return undefined;
  if (isTrustedProxy(remoteAddress, reach)) return undefined;
  return `${address.family} ${address.family === 6 ? address.value >> 64n : address.value}`;
}

/** Whether a connection comes from one of the proxies that say where requests come from. */
export function isTrustedProxy(text: string | undefined, { trustedProxies }: ServiceReach): boolean {
  const address = parseIpAddress(text ?? '');
  return address !== undefined && trustedProxies.some((block) => contains(block, address));
}

/** How long a chain of proxies is read: no request has passed through more. */
const MOST_HOPS = 32;

/**
 * Where a request comes from: the other end of its connection, or where that is a trusted proxy, what `X-Forwarded-For`
 * says. Each proxy adds the address that it was asked from on the right, so the rightmost one that isn't a trusted proxy
 * counts. What stands left of it is the client's own word. Of a connection with a PROXY header, that header alone counts.
 * @returns undefined where a trusted proxy wrote no address: the source can't be told
 */
export function clientAddress(request: IncomingMessage, network: ServiceReach): string | undefined {
  const said = proxiedBy(request.socket);
  // The bytes of such a connection are the client's own, a header with another address, too.
  if (said !== undefined) return said.address;
  const peer = request.socket.remoteAddress;
  const isTrusted = (text: string): boolean => isTrustedProxy(text, network);
  if (peer === undefined || !isTrusted(peer)) return peer;
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join() : (header ?? '')).split(',');
  let source: string | undefined = peer;
  for (const hop of hops.reverse().slice(0, MOST_HOPS)) {
    const text = withoutPort(hop.trim());
    // Who sends no header is the proxy itself.
    if (text === '' && hops.length === 1) return peer;
    if (parseIpAddress(text) === undefined) return undefined;
    source = text;
    if (!isTrusted(text)) return text;
  }
  return source;
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
  /^(\d+(?:\.\d+){3}):\d{1,5}$/.exec(text)?.[1] ?? /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text;
