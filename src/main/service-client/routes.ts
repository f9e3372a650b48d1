import { type Socket, isIP } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import { Agent, Client as HttpClient, type Dispatcher, buildConnector, errors } from 'undici';
import { z } from 'zod';
import type { ProfileNetwork, TrustedCertificate } from '#preload/contract/profiles.ts';
import { AppError } from '#protocol/error.ts';
import type { Timing } from '../platform/clock.ts';
import type { Keychain } from '../vault/keychain.ts';
import { describeCertificate, trustOf, trustOfProxy } from './certificates.ts';
import {
  type ProxyHop,
  type ProxyLogin,
  type ProxyPlace,
  basicLogin,
  isLoopbackHost,
  proxyAddress,
  proxyOfEnvironment,
  readPacAnswer,
  readProxyAddress,
} from './proxy-choice.ts';
import { ServiceRefusal, serviceRefusal } from './service-refusal.ts';

/** Where a profile's requests go, and how. */
export interface RoutedPlace {
  readonly profileId: string;
  readonly baseUrl: string;
  readonly network: ProfileNetwork;
}

/** How a connection was made; told once it stands. */
export interface Reached {
  /** The proxy's address without its login; null where there is none. */
  readonly proxy: string | null;
  /** Null over plain http on this computer. */
  readonly tls: { readonly version: string; readonly certificate: TrustedCertificate | null } | null;
}

/** The ways of hosted profiles: proxies, and what certificates are checked against. */
export interface Routes {
  /** What requests of a place go through; connections are kept. @param limit the largest answer, in bytes */
  dispatcher(place: RoutedPlace, limit: number): Dispatcher;
  /**
   * The same with connections of its own, for one test; the caller destroys it.
   * @param login those of a proxy that is entered by hand, in the place of the kept ones
   */
  once(place: RoutedPlace, login: ProxyLogin | null | 'kept', onReached: (how: Reached) => void): Dispatcher;
  /** The proxies of a place in words, as they would be tried now. @throws ServiceRefusal */
  proxies(place: RoutedPlace): Promise<readonly string[]>;
  /** Ends the connections of a profile whose place was changed. */
  forget(profileId: string): Promise<void>;
  close(): Promise<void>;
}

/** Of a profile that says nothing else. */
export const DEFAULT_NETWORK: ProfileNetwork = {
  proxy: { kind: 'system' },
  certificates: { kind: 'bundled' },
};

/** The keychain's item with the login of a profile's proxy. */
export const proxyLoginItem = (profileId: string): string => `proxy-login:${profileId}`;
const keptLogin = z.object({ address: z.string(), username: z.string(), password: z.string() });

/** The item's text: a login with the address of the one proxy that it is for. */
export const proxyLoginText = (address: string, { username, password }: ProxyLogin): string =>
  JSON.stringify({ address, username, password });

interface RouteParts {
  readonly keychain: Pick<Keychain, 'get'>;
  /** What the system's settings or PAC script say for a URL; absent where the host cannot ask. */
  readonly resolveProxy: ((url: string) => Promise<string>) | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timing: Pick<Timing, 'connectMs' | 'headersMs' | 'bodyMs'>;
}

interface Way {
  readonly hop: ProxyHop;
  readonly login: () => Promise<ProxyLogin | null>;
}
const noLogin = (): Promise<null> => Promise.resolve(null);

/** Makes the ways of hosted profiles. A password is read when a proxy is connected to, and kept nowhere. */
export function createRoutes({ keychain, resolveProxy, environment, timing }: RouteParts): Routes {
  const agents = new Map<string, { readonly profileId: string; readonly agent: Agent }>();

  const loginOf = async (profileId: string, address: string): Promise<ProxyLogin | null> => {
    try {
      const text = await keychain.get(proxyLoginItem(profileId));
      const kept = text === null ? null : keptLogin.parse(JSON.parse(text));
      // The profile may have been edited, or half edited, since the way was asked for.
      return kept?.address === address ? kept : null;
    } catch (cause) {
      // A locked keychain says so itself; an item that somebody wrote is no login.
      if (!(cause instanceof AppError)) return null;
      throw new ServiceRefusal(cause.code, cause.message, cause.remedy, { delivery: 'not-sent', cause });
    }
  };

  /** The ways to a place, in the order in which they are tried; never empty. */
  const waysTo = async (place: RoutedPlace, login: ProxyLogin | null | 'kept'): Promise<Way[]> => {
    const url = new URL(place.baseUrl);
    const { proxy } = place.network;
    // Whatever a setting or a script says: what is on this computer is asked straight.
    if (isLoopbackHost(url.hostname) || proxy.kind === 'direct') return [{ hop: 'direct', login: noLogin }];
    if (proxy.kind === 'manual') {
      const read = readProxyAddress(proxy.address);
      if (read === undefined)
        throw serviceRefusal('PROXY_SETTING_INVALID', { where: 'the profile', delivery: 'not-sent' });
      const given = (): Promise<ProxyLogin | null> =>
        login === 'kept' && proxy.hasLogin
          ? loginOf(place.profileId, proxyAddress(read.proxy))
          : Promise.resolve(login === 'kept' ? null : login);
      return [{ hop: read.proxy, login: given }];
    }
    const told = proxyOfEnvironment(environment, url);
    if (told === 'direct') return [{ hop: 'direct', login: noLogin }];
    if (told !== undefined) return [{ hop: told.proxy, login: () => Promise.resolve(told.login) }];
    if (resolveProxy === undefined) return [{ hop: 'direct', login: noLogin }];
    // A script learns the host and the port, and never a path.
    const answer = await answerInTime(resolveProxy(`${url.origin}/`), timing.connectMs);
    return readPacAnswer(answer).map((hop) => ({ hop, login: noLogin }));
  };

  const connector = (
    place: RoutedPlace,
    login: ProxyLogin | null | 'kept',
    onReached: (how: Reached) => void,
  ): buildConnector.connector => {
    let direct: buildConnector.connector | undefined;
    const open = async (options: buildConnector.Options): Promise<Socket> => {
      direct ??= buildConnector({ ...tlsOptions(place), timeout: timing.connectMs });
      const ways = await waysTo(place, login);
      for (const [index, way] of ways.entries()) {
        try {
          const httpSocket = way.hop === 'direct' ? undefined : await tunnel(place, way, options, timing);
          const socket = await secured(direct, { ...options, httpSocket }, place, way.hop);
          onReached(describeReached(way.hop, socket));
          return socket;
        } catch (error) {
          // Only a proxy that is not there gives the next its turn: one that refuses has spoken.
          const isAway = error instanceof ServiceRefusal && error.code === 'PROXY_UNREACHABLE';
          if (!isAway || index === ways.length - 1) throw error;
        }
      }
      throw serviceRefusal('PROXY_LOOKUP_FAILED', { delivery: 'not-sent' });
    };
    return (options, callback) => {
      open(options).then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error instanceof Error ? error : new Error('no connection'), null),
      );
    };
  };

  const agentOf = (connect: buildConnector.connector, limit: number): Agent =>
    new Agent({
      connect,
      headersTimeout: timing.headersMs,
      bodyTimeout: timing.bodyMs,
      maxResponseSize: limit,
    });

  return {
    dispatcher: (place, limit) => {
      const { profileId, baseUrl, network } = place;
      const key = JSON.stringify([profileId, new URL(baseUrl).origin, network, limit]);
      const known = agents.get(key);
      if (known !== undefined) return known.agent;
      const agent = agentOf(
        connector(place, 'kept', () => undefined),
        limit,
      );
      agents.set(key, { profileId, agent });
      return agent;
    },
    once: (place, login, onReached) => agentOf(connector(place, login, onReached), ONCE_LIMIT),
    proxies: async (place) =>
      (await waysTo(place, null)).map(({ hop }) => (hop === 'direct' ? 'direct' : proxyAddress(hop))),
    forget: async (profileId) => {
      const gone = [...agents].filter(([, each]) => each.profileId === profileId);
      for (const [key] of gone) agents.delete(key);
      await Promise.all(gone.map(([, { agent }]) => agent.destroy()));
    },
    close: async () => {
      const all = [...agents.values()];
      agents.clear();
      await Promise.all(all.map(({ agent }) => agent.destroy()));
    },
  };
}

/** The largest answer to a test, in bytes. */
const ONCE_LIMIT = 1024 * 1024;

const tlsOptions = ({
  network,
}: RoutedPlace): { secureContext: SecureContext; rejectUnauthorized: true } => ({
  secureContext: trustOf(network.certificates),
  // Said outright: no variable of the environment says otherwise.
  rejectUnauthorized: true,
});

/** A PAC script may run for ever. */
async function answerInTime(answer: Promise<string>, ms: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The proxy settings gave no answer in time.')), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (cause) {
    throw serviceRefusal('PROXY_LOOKUP_FAILED', { delivery: 'not-sent', cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Has a proxy open a tunnel to the service (RFC 9110, section 9.3.6); nothing of a request is written into it. */
async function tunnel(
  { network }: RoutedPlace,
  { hop, login }: Way,
  { hostname, port, protocol }: buildConnector.Options,
  timing: RouteParts['timing'],
): Promise<Socket> {
  if (hop === 'direct' || protocol !== 'https:') throw new Error('Only https goes through a proxy.');
  const proxy = proxyAddress(hop);
  const authority = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port === '' ? '443' : port}`;
  const given = await login();
  const client = new HttpClient(proxy, {
    connect: {
      timeout: timing.connectMs,
      ...(hop.isSecure ? { secureContext: trustOfProxy(network.certificates) } : {}),
      rejectUnauthorized: true,
    },
  });
  try {
    // The certificate is the proxy's own; undici would take the name from the Host header, which is the service's.
    const named = { servername: isIP(hop.host) === 0 ? hop.host : '' };
    const { statusCode, socket } = await client.connect({
      ...named,
      path: authority,
      headers: { host: authority, ...(given === null ? {} : { 'proxy-authorization': basicLogin(given) }) },
      signal: AbortSignal.timeout(timing.headersMs),
    });
    if (statusCode === 200) return asSocket(socket);
    socket.on('error', () => undefined).destroy();
    if (statusCode === 407) throw serviceRefusal('PROXY_LOGIN_REQUIRED', { proxy, delivery: 'not-sent' });
    throw serviceRefusal('PROXY_REFUSED', { proxy, status: statusCode, delivery: 'not-sent' });
  } catch (error) {
    throw error instanceof ServiceRefusal ? error : proxyFault(error, hop);
  } finally {
    // A tunnel is no longer the client's: it stays.
    void client.destroy().catch(() => undefined);
  }
}

/** What undici gives for a tunnel is its connection, which it types as a stream. */
const asSocket = (stream: unknown): Socket => stream as Socket;

/** What undici says of a proxy; its own texts may hold what was sent, so none of them is repeated. */
function proxyFault(error: unknown, hop: ProxyPlace): Error {
  const proxy = proxyAddress(hop);
  const code = codeOf(error);
  // Of a console that is offline: not the proxy's fault, and told as what it is (exchange.ts).
  if (code === 'NETWORK_REFUSED' && error instanceof Error) return error;
  const delivery = 'not-sent' as const;
  if (error instanceof errors.HTTPParserError || code?.startsWith('HPE_') === true)
    return serviceRefusal('PROXY_NOT_TUNNELING', { proxy, delivery });
  if (hop.isSecure && isTlsFault(code))
    return serviceRefusal('PROXY_CERTIFICATE_REFUSED', { proxy, delivery });
  return serviceRefusal('PROXY_UNREACHABLE', { proxy, delivery });
}

/** Speaks TLS with the service, over the tunnel or straight. */
function secured(
  connect: buildConnector.connector,
  {
    httpSocket,
    ...options
  }: Omit<buildConnector.Options, 'httpSocket'> & {
    readonly httpSocket: Socket | undefined;
  },
  place: RoutedPlace,
  hop: ProxyHop,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(httpSocket === undefined ? options : { ...options, httpSocket }, (error, socket) => {
      if (error === null) resolve(socket);
      else {
        httpSocket?.on('error', () => undefined).destroy();
        reject(tlsFault(error, place, hop));
      }
    });
  });
}

const STORES = {
  bundled: 'bundled list',
  system: 'this computer’s store',
  own: 'its own file',
} as const;
const EXPIRED = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
]);
const OTHER_HOST = 'ERR_TLS_CERT_ALTNAME_INVALID';
const isTlsFault = (code: string | undefined): boolean =>
  code !== undefined &&
  (EXPIRED.has(code) ||
    UNTRUSTED.has(code) ||
    code === OTHER_HOST ||
    /^(?:EPROTO$|ERR_SSL_|ERR_TLS_)/.test(code));

/** A failed handshake as a refusal; other errors of a connection are as they were. */
function tlsFault(error: Error, { baseUrl, network }: RoutedPlace, hop: ProxyHop): Error {
  const code = codeOf(error);
  const { host } = new URL(baseUrl);
  const details = { host, delivery: 'not-sent', cause: error } as const;
  if (code === undefined || !isTlsFault(code)) return error;
  if (code === OTHER_HOST) return serviceRefusal('SERVICE_CERTIFICATE_OTHER_HOST', details);
  if (EXPIRED.has(code)) return serviceRefusal('SERVICE_CERTIFICATE_EXPIRED', details);
  if (UNTRUSTED.has(code)) {
    const store = STORES[network.certificates.kind];
    return serviceRefusal('SERVICE_CERTIFICATE_UNKNOWN', { ...details, store });
  }
  if (hop === 'direct') return serviceRefusal('SERVICE_TLS_FAILED', details);
  return serviceRefusal('PROXY_NOT_TUNNELING', {
    proxy: proxyAddress(hop),
    delivery: 'not-sent',
    cause: error,
  });
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

function describeReached(hop: ProxyHop, socket: Socket): Reached {
  const proxy = hop === 'direct' ? null : proxyAddress(hop);
  if (!(socket instanceof TLSSocket)) return { proxy, tls: null };
  const certificate = socket.getPeerX509Certificate();
  return {
    proxy,
    tls: {
      version: socket.getProtocol() ?? 'TLS',
      certificate: certificate === undefined ? null : describeCertificate(certificate),
    },
  };
}
