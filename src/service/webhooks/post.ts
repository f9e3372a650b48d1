import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Socket, isIP } from 'node:net';
import { type SecureContext, connect as connectTls } from 'node:tls';
import { isPublicAddress } from '../public-address.ts';
import { type ProxyFault, openTunnel } from './tunnel.ts';

/** Names that mean this machine or the network it stands in (RFC 6761, 6762, 8375; a cloud's metadata service). */
const LOCAL_NAMES = /^(?:.+\.)?(?:localhost|local|internal|home\.arpa|localdomain)$/;

/** The host of a URL as it is resolved: a name, or an IP address without brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Why a URL may not be delivered to by its form, or undefined where it may. A name that is public by its form may still
 * lead elsewhere: the addresses behind it are checked when something is delivered.
 * @param allowPrivate whether the service was started with `--allow-private-webhooks`: http and private places are fine then
 */
export function faultOfDestination(text: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(text)) return 'is no URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'must begin with https';
  if (url.username !== '' || url.password !== '') return 'must hold no user name and no password';
  if (url.hash !== '' || text.includes('#')) return 'must hold no fragment';
  if (allowPrivate) return undefined;
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'must lead to a public address';
  const name = host.replace(/\.+$/, '');
  if (LOCAL_NAMES.test(name) || !name.includes('.')) return 'must lead to a public host';
  return undefined;
}

/** What came of an attempt: the status that the receiver answered with, or why there is none. */
export type PostOutcome =
  | { readonly status: number; readonly address: string }
  | { readonly fault: Fault; readonly address?: string };

/** `DESTINATION_REFUSED`: the place is none that may be delivered to; `STOPPED`: the service ends. */
export type Fault =
  'DESTINATION_REFUSED' | 'RESOLUTION_FAILED' | 'CONNECTION_FAILED' | 'TIMED_OUT' | 'STOPPED' | ProxyFault;

/** The bounds of an attempt. */
export interface PostRules {
  readonly allowPrivate: boolean;
  /** For everything from resolving the name to the end of the answer. */
  readonly timeoutMs: number;
  /** All addresses of a name. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  /** Ends the attempt at once. */
  readonly signal: AbortSignal;
  /** What certificates are checked against; Node's default when left out. */
  readonly trust?: SecureContext | undefined;
  /** The http proxy that every delivery goes through, by CONNECT; without it, connections are direct. */
  readonly proxy?: URL | undefined;
}

/** So much of an answer is read, its head and its body each; only its status counts. */
const MOST_ANSWER_BYTES = 16 * 1024;

/** All addresses that the system's resolver has for a name. */
export const resolveName = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

interface Delivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** How many attempts came before: each takes the next of the name's addresses. */
  readonly attempts: number;
}

/**
 * Posts a delivery. The name is resolved here, all of its addresses must be public, and the connection is made to one of
 * the addresses that were checked: a name that changes its mind in between changes nothing. Redirects are not followed.
 * A proxy is given the checked address too, and only https goes through one: it would read everything else.
 */
export async function post(delivery: Delivery, rules: PostRules): Promise<PostOutcome> {
  if (faultOfDestination(delivery.url, rules.allowPrivate) !== undefined)
    return { fault: 'DESTINATION_REFUSED' };
  if (rules.proxy !== undefined && new URL(delivery.url).protocol !== 'https:')
    return { fault: 'DESTINATION_REFUSED' };
  // One controller for each attempt: signals combined with one that lives as long as the service would pile up on it.
  const ending = new AbortController();
  const onStop = (): void => ending.abort('STOPPED' satisfies Fault);
  const timer = setTimeout(() => ending.abort('TIMED_OUT' satisfies Fault), rules.timeoutMs);
  rules.signal.addEventListener('abort', onStop);
  if (rules.signal.aborted) onStop();
  try {
    return await attempt(delivery, rules, ending.signal);
  } finally {
    clearTimeout(timer);
    rules.signal.removeEventListener('abort', onStop);
  }
}

async function attempt(delivery: Delivery, rules: PostRules, signal: AbortSignal): Promise<PostOutcome> {
  const url = new URL(delivery.url);
  const host = hostOf(url);
  let addresses: readonly string[];
  try {
    addresses = isIP(host) === 0 ? await unlessAborted(rules.resolve(host), signal) : [host];
  } catch {
    return { fault: endOf(signal) ?? 'RESOLUTION_FAILED' };
  }
  const address = addresses[delivery.attempts % addresses.length];
  if (address === undefined) return { fault: 'RESOLUTION_FAILED' };
  if (!rules.allowPrivate && !addresses.every(isPublicAddress))
    return { fault: 'DESTINATION_REFUSED', address };
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const { proxy, trust } = rules;
  const tunnel = proxy === undefined ? undefined : await openTunnel(proxy, { address, port }, signal);
  if (typeof tunnel === 'string') return { fault: endOfAsking(signal) ?? tunnel, address };
  try {
    const status = await exchange(url, { address, port, tunnel }, delivery, { signal, trust });
    if (status !== undefined) return { status, address };
    return { fault: endOf(signal) ?? 'CONNECTION_FAILED', address };
  } finally {
    tunnel?.destroy();
  }
}

/** Why an attempt was ended, if it was. */
const endOf = (signal: AbortSignal): Fault | undefined =>
  signal.aborted ? (signal.reason as Fault) : undefined;

/** Why the asking for a tunnel was ended, if it was: the time that it took was the proxy's. */
function endOfAsking(signal: AbortSignal): Fault | undefined {
  const end = endOf(signal);
  return end === 'TIMED_OUT' ? 'PROXY_TIMED_OUT' : end;
}

/** Where a request goes: to an address, or through a tunnel that leads there. */
interface Place {
  readonly address: string;
  readonly port: number;
  readonly tunnel: Socket | undefined;
}

/** Sends the request; resolves once the connection is closed, with the status if there was one. */
function exchange(
  url: URL,
  { address, port, tunnel }: Place,
  { headers, body }: Delivery,
  { signal, trust }: { readonly signal: AbortSignal; readonly trust: SecureContext | undefined },
): Promise<number | undefined> {
  const isHttps = url.protocol === 'https:';
  const host = hostOf(url);
  const secure = () =>
    connectTls({
      ...(tunnel === undefined ? {} : { socket: tunnel }),
      ...(trust === undefined ? {} : { secureContext: trust }),
      host: address,
      port,
      // The certificate is that of the name, and an address is never sent as a name.
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
    });
  return new Promise((resolve) => {
    let status: number | undefined;
    const sending = (isHttps ? requestHttps : requestHttp)({
      host: address,
      port,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      ...(isHttps ? { createConnection: secure } : { agent: false }),
      headers: { ...headers, host: url.host, 'content-length': String(body.length) },
      maxHeaderSize: MOST_ANSWER_BYTES,
      signal,
    });
    sending.on('response', (answer) => {
      status = answer.statusCode;
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_ANSWER_BYTES) sending.destroy();
      });
      // The status is known: how the rest ends changes nothing.
      answer.on('error', () => undefined);
    });
    // Every error is followed by close.
    sending.on('error', () => undefined);
    sending.on('close', () => resolve(status));
    sending.end(body);
  });
}

/** Waits for work that cannot be stopped, but not longer than the signal says. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new Error('aborted');
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new Error('aborted'));
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
