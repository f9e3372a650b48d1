import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { WireForm } from '#protocol/wire.ts';
import { type Api, addRoutes, addWebhookKeysRoute } from '../http/api-server.ts';
import { addAuthProxyRoutes } from '../http/auth-proxy-server.ts';
import { BodyReader } from '../http/body-reader.ts';
import { nativeVerifier } from '../authentication/native-verify.ts';
import { Drain } from '../http/drain.ts';
import { Readiness, addHealthRoutes } from '../http/health.ts';
import { type ServiceReach, THIS_MACHINE, type TlsIdentity, isTrustedProxy } from '../http/network.ts';
import { readProxyHeaders } from '../http/proxied.ts';
import { type Measured, addMetricsRoute } from '../http/metrics-server.ts';
import { RequestMetrics } from '../http/request-metrics.ts';
import { LongAnswers } from '../http/long-answers.ts';
import { RequestPacer } from '../http/request-pacer.ts';
import { createServer, listen } from '../http/server.ts';
import { probeStore } from '../storage/probe-store.ts';
import { storeFile } from '../storage/store.ts';
import type { Clock } from '../webhooks/dispatcher.ts';
import { countUnsettled } from '../webhooks/store.ts';
import { logMetrics, logNetwork } from './log-network.ts';
import { operations } from './operations.ts';
import type { MetricsListen } from './running-arguments.ts';
import type { TlsFiles } from './tls-identity.ts';
import { type ShownCertificate, TlsReload } from './tls-reload.ts';

/** Where the servers listen, and how. */
interface Serving {
  readonly data: string;
  readonly port: number;
  readonly authProxyPort: number;
  readonly network: ServiceReach;
  readonly wire: WireForm;
  readonly tls: TlsIdentity | undefined;
  /** Where that was read. */
  readonly tlsFiles?: TlsFiles;
  /** So long requests are still carried out after the signal to end, in milliseconds. */
  readonly leavingMs?: number;
  /** Where metrics are told: nowhere when left out. */
  readonly metricsListen?: MetricsListen;
  readonly version: string;
  readonly logger: Logger;
  /** Milliseconds since the epoch, as the machine has it. */
  readonly now: () => number;
  readonly clock: Clock;
  /** A clock that nobody can set, in milliseconds. */
  readonly steadyMs: () => number;
}

/** Requests under way get this long to finish; without a time to leave, the whole must end within five seconds. */
const PATIENCE_MS = 3000;
/** Connections without a request get this long to end by themselves. */
const CLOSING_MS = 500;

/** Servers that are open. */
interface Served {
  /** The base addresses of the API and of the auth proxy. */
  readonly url: string;
  readonly authProxyUrl: string;
  /** Reads the files of TLS again; undefined without them. */
  readonly reloadTls: (() => void) | undefined;
}

/** Opens the servers of the API and of the auth proxy, and that of metrics where one is asked for. */
export async function serve(
  serving: Serving,
  given: Omit<Api, 'verify' | 'longAnswers' | 'bodies'>,
  undo: (() => Promise<void> | void)[],
): Promise<Served> {
  const { network, tls, wire, logger, now, clock, steadyMs } = serving;
  const drain = new Drain();
  const pacer = new RequestPacer();
  const api = {
    ...given,
    verify: nativeVerifier(() => drain.underWay > 1),
    longAnswers: new LongAnswers(pacer),
    bodies: new BodyReader(),
  };
  const readiness = new Readiness({
    probe: async () => {
      await api.requireOwn();
      await probeStore(api.store, storeFile(serving.data));
    },
    key: () => api.engine.keyRing.requireNewest(),
    clock: { steadyMs, after: (ms, fn) => clock.after(ms, fn) },
    ...{ drain, logger },
  });
  const shown: ShownCertificate | undefined = tls && { certificate: tls.certificate };
  const options = { logger, now, network, tls, shown, wire, drain, pacer };
  const apiServer = createServer(options);
  addRoutes(apiServer, api, operations);
  addWebhookKeysRoute(apiServer, { store: api.store, now: () => clock.now(), wire });
  const authProxy = createServer({ ...options, answersPages: true });
  addAuthProxyRoutes(authProxy, api.store);
  const servers = [apiServer, authProxy];
  for (const server of servers) addHealthRoutes(server, readiness);
  const requests = new RequestMetrics();
  requests.watch(apiServer, 'api');
  requests.watch(authProxy, 'auth-proxy');
  // After all else that listens for connections.
  if (network.proxyProtocol) {
    for (const { server } of servers)
      readProxyHeaders(server, {
        isTrusted: (address) => isTrustedProxy(address, network),
        logger,
        after: (ms, fn) => clock.after(ms, fn),
      });
  }
  for (const { server } of servers) drain.hold(server);
  // It closes last: what is left is told until the end.
  if (serving.metricsListen !== undefined) {
    const metrics = await listenForMetrics(serving, serving.metricsListen, readiness, {
      version: serving.version,
      requests,
      underWay: () => drain.underWay,
      isReady: () => readiness.isReady(),
      deliveries: () => countUnsettled(api.store),
      certificateEndsAt: () => shown && Date.parse(shown.certificate.validTo),
      steadyMs,
    });
    undo.push(() => close(metrics, () => metrics.server.closeAllConnections()));
  }
  let hasStarted = false;
  undo.push(async () => {
    // Nobody has seen a service that didn't start.
    const leavingMs = hasStarted ? (serving.leavingMs ?? 0) : 0;
    await drain.run({ leavingMs, patienceMs: PATIENCE_MS }, clock);
    await Promise.all(servers.map((server) => close(server, () => drain.cutOff())));
  });
  // The servers have made their contexts of it.
  tls?.key.wipe();
  const reload =
    shown &&
    serving.tlsFiles &&
    new TlsReload({
      ...{ files: serving.tlsFiles, shown, servers: servers.map(({ server }) => server) },
      ...{ logger, now, after: (ms, fn) => clock.after(ms, fn) },
    });
  reload?.watch();
  undo.push(() => reload?.stop());
  logNetwork(logger, network, tls !== undefined);
  if (wire === 'published')
    logger.warn({ wire }, 'the published form: an API key that is given no expiry has none');
  const url = await listen(apiServer, serving.port, network.host);
  const authProxyUrl = await listen(authProxy, serving.authProxyPort, network.host);
  hasStarted = true;
  return { url, authProxyUrl, reloadTls: reload && (() => reload.reload()) };
}

/** A server of its own for those who run the service: never on the address that strangers reach. */
async function listenForMetrics(
  { logger, now, network }: Serving,
  { host, port }: MetricsListen,
  readiness: Readiness,
  measured: Measured,
): Promise<FastifyInstance> {
  const { publicNames } = network;
  const server = createServer({ logger, now, network: { ...THIS_MACHINE, host, publicNames } });
  addHealthRoutes(server, readiness);
  addMetricsRoute(server, measured);
  logMetrics(logger, host, await listen(server, port, host));
  return server;
}

async function close(server: FastifyInstance, cutOff: () => void): Promise<void> {
  const impatience = setTimeout(cutOff, CLOSING_MS);
  await server.close();
  clearTimeout(impatience);
}
