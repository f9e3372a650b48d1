import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from '../public-address.ts';

/** A document that could not be had; the message says why, without repeating what came. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

export interface FetchBounds {
  /** Whether this machine may be asked, over http too. */
  readonly allowLoopback: boolean;
  readonly mostBytes: number;
  /** For everything from resolving the name to the end of the answer. */
  readonly timeoutMs: number;
}

/**
 * Gets a JSON document from a host that somebody else named: https alone, public addresses alone, no redirects, bounded in
 * time and size. The connection is made to the address that was checked.
 * @throws FetchError
 */
export async function fetchJson(text: string, bounds: FetchBounds): Promise<unknown> {
  const url = readUrl(text);
  const signal = AbortSignal.timeout(bounds.timeoutMs);
  const address = await addressFor(url, bounds.allowLoopback, signal);
  const bytes = await get(url, address, bounds.mostBytes, signal);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new FetchError('its answer is no JSON');
  }
}

function readUrl(text: string): URL {
  if (!URL.canParse(text)) throw new FetchError('its address is no URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new FetchError('its address is not https');
  if (url.username !== '' || url.password !== '') throw new FetchError('its address names a user');
  return url;
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

async function addressFor(url: URL, allowLoopback: boolean, signal: AbortSignal): Promise<string> {
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await resolve(host, signal) : [host];
  const [address] = addresses;
  if (address === undefined) throw new FetchError('its host has no address');
  const local = allowLoopback && addresses.every(isLoopback);
  if (!local && url.protocol !== 'https:') throw new FetchError('its address is not https');
  if (!local && !addresses.every(isPublicAddress))
    throw new FetchError('its host is not on the public internet');
  return address;
}

async function resolve(host: string, signal: AbortSignal): Promise<string[]> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new FetchError('its host took too long')), { once: true });
  });
  const found = lookup(host, { all: true, verbatim: true }).catch(() => {
    throw new FetchError('its host cannot be resolved');
  });
  return (await Promise.race([found, late])).map(({ address }) => address);
}

function get(url: URL, address: string, mostBytes: number, signal: AbortSignal): Promise<Buffer> {
  const isHttps = url.protocol === 'https:';
  const host = hostOf(url);
  return new Promise((resolveBytes, reject) => {
    const sending = (isHttps ? requestHttps : requestHttp)({
      host: address,
      port: url.port === '' ? (isHttps ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      agent: false,
      // The certificate is that of the name, and an address is never sent as a name.
      servername: isIP(host) === 0 ? host : '',
      headers: { host: url.host, accept: 'application/json', 'accept-encoding': 'identity' },
      signal,
    });
    sending.on('response', (answer) => {
      collect(answer, mostBytes).then(resolveBytes, (error: unknown) => {
        sending.destroy();
        reject(error instanceof Error ? error : new FetchError('its answer broke off'));
      });
    });
    sending.on('error', (cause) =>
      reject(new FetchError(signal.aborted ? 'it took too long' : 'it cannot be reached', { cause })),
    );
    sending.end();
  });
}

async function collect(answer: IncomingMessage, mostBytes: number): Promise<Buffer> {
  if (answer.statusCode !== 200) throw new FetchError(`it answered with ${answer.statusCode ?? 'nothing'}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new FetchError(`its answer is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
