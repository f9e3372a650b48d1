import { isIP } from 'node:net';
import { contains, parseCidr } from '#protocol/network/cidr.ts';
import { parseIpAddress } from '#protocol/network/ip-address.ts';
import { serviceRefusal } from './service-refusal.ts';

/** A proxy that tunnels (CONNECT), and how it is spoken to. */
export interface ProxyPlace {
  /** Over TLS: `https://` in an address, `HTTPS` in a PAC answer. */
  readonly isSecure: boolean;
  /** A name or an IP address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** One way to a service: straight, or through a proxy. */
export type ProxyHop = 'direct' | ProxyPlace;

/** A proxy with what it asks for; the password is used for the header and shown nowhere. */
export interface ProxyWithLogin {
  readonly proxy: ProxyPlace;
  readonly login: ProxyLogin | null;
}

/** User name and password of a proxy (RFC 7617). */
export interface ProxyLogin {
  readonly username: string;
  readonly password: string;
}

/** The proxy's address as it may be shown: it never holds a user name or a password. */
export const proxyAddress = ({ isSecure, host, port }: ProxyPlace): string =>
  `${isSecure ? 'https' : 'http'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Whether a URL's host is this computer by its name or number. No proxy and no PAC script is asked for one.
 * @param hostname as `URL.hostname` has it
 */
export function isLoopbackHost(hostname: string): boolean {
  const host = bare(hostname).replace(/\.$/, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    /^127(?:\.\d{1,3}){3}$/.test(host) ||
    // IPv4 written as IPv6, as a URL has it: ::ffff:127.0.0.1.
    /^::ffff:7f[\da-f]{2}:[\da-f]{1,4}$/.test(host)
  );
}

/**
 * Reads a proxy's address: `http://` or `https://`, a host, a port (80 or 443 when left out), maybe a user name and a
 * password; no path.
 * @returns undefined for anything else; nothing of the text is repeated, as it may hold a password
 */
export function readProxyAddress(text: string): ProxyWithLogin | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (text.length > 2_000 || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isSecure = url.protocol === 'https:';
  if ((!isSecure && url.protocol !== 'http:') || url.hostname === '') return undefined;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return undefined;
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  if (port === 0) return undefined;
  const proxy = { isSecure, host: bare(url.hostname), port };
  if (url.username === '' && url.password === '') return { proxy, login: null };
  try {
    const login = {
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
    return isLogin(login) ? { proxy, login } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether both can stand in a Basic header: no colon in the name, no control characters (RFC 7617, section 2). */
export const isLogin = ({ username, password }: ProxyLogin): boolean =>
  // eslint-disable-next-line no-control-regex -- the characters that RFC 7617 forbids
  !/[:\u0000-\u001f\u007f]/u.test(username) && !/[\u0000-\u001f\u007f]/u.test(password);

/** The value of Proxy-Authorization (RFC 7617). */
export const basicLogin = ({ username, password }: ProxyLogin): string =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;

/**
 * What the environment says of the way to a service: `HTTPS_PROXY`, else `ALL_PROXY`, unless `NO_PROXY` names the host;
 * lower case first, as curl has it.
 * @returns undefined where the environment says nothing
 * @throws ServiceRefusal `PROXY_SETTING_INVALID`, which names the variable and repeats nothing of it
 */
export function proxyOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  url: URL,
): ProxyWithLogin | 'direct' | undefined {
  for (const name of ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']) {
    const text = environment[name]?.trim() ?? '';
    if (text === '') continue;
    if (isExempt(environment['no_proxy'] ?? environment['NO_PROXY'] ?? '', url)) return 'direct';
    const proxy = readProxyAddress(text);
    if (proxy === undefined)
      throw serviceRefusal('PROXY_SETTING_INVALID', { where: name, delivery: 'not-sent' });
    return proxy;
  }
  return undefined;
}

/** Whether `NO_PROXY` names the host of a URL: a name and those below it, an address, a block of addresses, or `*`. */
function isExempt(list: string, url: URL): boolean {
  const host = bare(url.hostname).toLowerCase().replace(/\.$/, '');
  const port = url.port === '' ? '443' : url.port;
  const address = parseIpAddress(host);
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '') return false;
      if (entry === '*') return true;
      if (entry.includes('/')) return address !== undefined && isInBlock(entry, address);
      const [, name = '', only] = /^(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (only !== undefined && only !== port) return false;
      const wanted = bare(name)
        .replace(/^\*?\./, '')
        .replace(/\.$/, '');
      return wanted !== '' && (host === wanted || (address === undefined && host.endsWith(`.${wanted}`)));
    });
}

function isInBlock(text: string, address: NonNullable<ReturnType<typeof parseIpAddress>>): boolean {
  try {
    return contains(parseCidr(text), address);
  } catch {
    // What is no block names nobody.
    return false;
  }
}

/** The longest PAC answer that is read, in characters, and the most ways in it: a script writes it, whoever wrote that. */
const LONGEST_ANSWER = 4_096;
const MOST_WAYS = 10;

/**
 * Reads the answer of a PAC script (`PROXY a:8080; HTTPS b:443; DIRECT`): its ways in their order. Kinds that are not
 * spoken here (SOCKS) are left out.
 * @throws ServiceRefusal `PROXY_ANSWER_UNREADABLE` for anything else, `PROXY_KIND_UNSUPPORTED` where no way is left
 */
export function readPacAnswer(text: string): ProxyHop[] {
  const unreadable = () => serviceRefusal('PROXY_ANSWER_UNREADABLE', { delivery: 'not-sent' });
  if (text.length > LONGEST_ANSWER) throw unreadable();
  const ways = text
    .split(';')
    .map((way) => way.trim())
    .filter((way) => way !== '');
  if (ways.length === 0 || ways.length > MOST_WAYS) throw unreadable();
  const hops: ProxyHop[] = [];
  for (const way of ways) {
    const [, kind = '', place] = /^([A-Za-z0-9]+)(?:[ \t]+(\S+))?$/.exec(way) ?? [];
    switch (kind.toUpperCase()) {
      case 'DIRECT':
        if (place !== undefined) throw unreadable();
        hops.push('direct');
        break;
      case 'PROXY':
      case 'HTTP':
      case 'HTTPS': {
        const isSecure = kind.toUpperCase() === 'HTTPS';
        // No user name, no scheme: only a host and a port stand in an answer.
        const read = /^[^@/\\?#]+$/.test(place ?? '')
          ? readProxyAddress(`${isSecure ? 'https' : 'http'}://${place ?? ''}`)
          : undefined;
        if (read === undefined) throw unreadable();
        hops.push(read.proxy);
        break;
      }
      case 'SOCKS':
      case 'SOCKS4':
      case 'SOCKS5':
      case 'QUIC':
        if (place === undefined) throw unreadable();
        break;
      default:
        throw unreadable();
    }
  }
  if (hops.length === 0) throw serviceRefusal('PROXY_KIND_UNSUPPORTED', { delivery: 'not-sent' });
  return hops;
}
