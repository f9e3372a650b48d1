import { isIP } from 'node:net';

/** Where a PostgreSQL is, who asks it, and how the way there is secured. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Only in the address of a test: a command line that others can read holds none. */
  readonly password: string | undefined;
  readonly database: string;
  /** TLS with the server's certificate checked by chain and name; `rootFile` holds the authorities, the bundled ones without it. */
  readonly tls: { readonly rootFile: string | undefined } | undefined;
}

const DEFAULT_PORT = 5432;
const OPTIONS = new Set(['sslmode', 'sslrootcert']);

/** A name of DNS or an IPv4 address; no list of hosts, and no path of a socket. */
const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/u;

/** Why an address cannot be used; never a part of the address, which may hold a password. */
export class AddressFault extends Error {
  override readonly name = 'AddressFault';
}

/**
 * Reads `postgres://USER@HOST:PORT/DATABASE?sslmode=verify-full&sslrootcert=FILE` (the URIs of libpq, PostgreSQL's
 * documentation, 34.1.1.2, of which only these parts are taken). Only this machine is spoken to without TLS.
 * @throws AddressFault
 */
export function readPostgresAddress(text: string): PostgresAddress {
  const url = /^postgres(?:ql)?:\/\//u.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new AddressFault('its address is none');
  const host = hostOf(url.hostname);
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  if (user === '') throw new AddressFault('its address names no user');
  if (database === '' || database.includes('/')) throw new AddressFault('its address names no database');
  if (url.hash !== '') throw new AddressFault('its address has a fragment: write # as %23');
  return {
    ...{ host, user, database },
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    password: url.password === '' ? undefined : decoded(url.password),
    tls: tlsOf(host, url.searchParams),
  };
}

function hostOf(text: string): string {
  const host = text.replace(/^\[(.*)\]$/u, '$1');
  if (isIP(host) === 6 || HOST.test(host)) return host;
  throw new AddressFault('its address names no host');
}

function tlsOf(host: string, options: URLSearchParams): PostgresAddress['tls'] {
  const names = [...options.keys()];
  if (names.some((name) => !OPTIONS.has(name)) || new Set(names).size < names.length)
    throw new AddressFault('its address has an option other than sslmode and sslrootcert, or one twice');
  const mode = options.get('sslmode');
  const rootFile = options.get('sslrootcert') ?? undefined;
  if (mode === 'verify-full') return { rootFile };
  if (mode !== null && mode !== 'disable') throw new AddressFault('its sslmode is not verify-full');
  if (rootFile !== undefined) throw new AddressFault('its sslrootcert needs sslmode=verify-full');
  if (!isThisMachine(host)) throw new AddressFault('it is on another machine, and needs sslmode=verify-full');
  return undefined;
}

/** What no network carries: the loopback addresses, and the name that is kept for them (RFC 6761). */
const isThisMachine = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

function decoded(text: string): string {
  try {
    const value = decodeURIComponent(text);
    if (!value.includes('\0')) return value;
  } catch {
    // Told as the other one is.
  }
  throw new AddressFault('its address has a character that is not written as a URL has it');
}
