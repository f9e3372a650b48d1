import type { IncomingMessage } from 'node:http';
import type { ServerOptions } from 'node:https';
import type { Readable } from 'node:stream';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  fastify,
} from 'fastify';
import type { Logger } from 'pino';
import type { ErrorBody } from '#protocol/error-body.ts';
import { type WireForm, errorBodyOn } from '#protocol/wire.ts';
import { STATUS } from '#protocol/status.ts';
import { StorageError } from '#storage/storage-error.ts';
import { ServiceError, serviceError } from '../errors.ts';
import { answerBroken } from './broken-requests.ts';
import type { Drain } from './drain.ts';
import { httpError } from './errors.ts';
import { isAboutHealth } from './health.ts';
import { HeldBytes } from './held-bytes.ts';
import { HungUp } from './long-answers.ts';
import { makeRoom } from './make-room.ts';
import { type ServiceReach, THIS_MACHINE, type TlsIdentity, clientAddress, strangerOf } from './network.ts';
import { refuseOtherHosts } from './own-hosts.ts';
import { addPreflights, refuseOtherPages } from './pages.ts';
import { RateLimited } from './rate-limit.ts';
import type { RequestPacer } from './request-pacer.ts';
import { limitUnread } from './unread-answers.ts';

/** What a connection may take before it has sent a whole request. */
interface ConnectionLimits {
  /** From the first byte to the end of the headers, in milliseconds. */
  readonly headersTimeout: number;
  /** From the first byte to the end of the body, in milliseconds. */
  readonly requestTimeout: number;
  /** How often connections are looked over for the two above, in milliseconds. */
  readonly connectionsCheckingInterval: number;
  /** All headers of a request together, in bytes; a WebAuthn stamp takes a few hundred. */
  readonly maxHeaderSize: number;
  readonly maxConnections: number;
  /** Of one address on a network. */
  readonly mostOfOneStranger: number;
  /** Of answers that wait to be read, on all connections, in bytes. */
  readonly mostUnread: number;
  /** Of bodies that are still coming, on all connections, in bytes. */
  readonly mostComing: number;
}

/** A request of the largest size takes well under a second on this machine, and a few seconds on a slow network. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 1024,
  mostOfOneStranger: 128,
  // Several of the largest pages.
  mostUnread: 256 * 1024 * 1024,
  mostComing: 256 * 1024 * 1024,
};

export const BODY_LIMIT = 4 * 1024 * 1024;
/** How much of a body that is too large is still read, so that its sender gets to read the answer. */
const DRAIN_LIMIT = 64 * 1024 * 1024;

/**
 * Reads the exact bytes of a request's body.
 * @throws ServiceError REQUEST_INVALID when it is larger than the limit
 */
async function readBody(stream: Readable, coming: HeldBytes): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > DRAIN_LIMIT) break;
      if (length > BODY_LIMIT) continue;
      chunks.push(chunk);
      coming.add(stream, chunk.length);
    }
  } finally {
    coming.release(stream);
  }
  if (length > BODY_LIMIT) throw new BodyTooLarge();
  return Buffer.concat(chunks, length);
}

/** A body larger than any request of this API. */
export class BodyTooLarge extends ServiceError {
  constructor() {
    super(httpError('REQUEST_INVALID.tooLarge', { limit: BODY_LIMIT / 1024 / 1024 }));
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * An HTTP server without routes: bodies are kept as the bytes they came as, errors are answered as typed JSON bodies,
 * every answer tells the service's time, and browsers are refused: foreign hosts always, pages of origins that the network
 * doesn't allow, unless `answersPages` leaves it to the routes to tell which.
 */
export function createServer(options: {
  readonly logger: Logger;
  readonly now: () => number;
  readonly answersPages?: true;
  readonly connectionLimits?: ConnectionLimits;
  /** This machine alone, when left out. */
  readonly network?: ServiceReach | undefined;
  /** The form of errors; the specification's, when left out. */
  readonly wire?: WireForm | undefined;
  /** Plain HTTP, when left out. */
  readonly tls?: TlsIdentity | undefined;
  /** Whose names are the service's, where the certificate is replaced later; the identity's own, when left out. */
  readonly shown?: Pick<TlsIdentity, 'certificate'> | undefined;
  /** The end that it is part of; its own close alone, when left out. */
  readonly drain?: Drain | undefined;
  /** Shared by the servers of one process. Requests start as they come, when left out. */
  readonly pacer?: RequestPacer | undefined;
}): FastifyInstance {
  const { maxConnections, mostOfOneStranger, mostUnread, mostComing, requestTimeout, ...http } =
    options.connectionLimits ?? CONNECTION_LIMITS;
  const { network = THIS_MACHINE, tls, shown = tls, wire = 'neutral', drain, pacer } = options;
  const logger: FastifyBaseLogger = options.logger;
  let stopping = false;
  const receive = (request: FastifyRequest, reply: FastifyReply): void => {
    void reply.header('X-Service-Time-Ms', String(options.now()));
    const aboutHealth = isAboutHealth(request);
    if ((stopping || drain?.isRefusing === true) && !aboutHealth) throw httpError('INTERNAL.stopping');
    refuseOtherHosts(request.raw, network, shown);
    // No page has a use for it, whatever it may send otherwise.
    if (aboutHealth) refuseOtherPages(request, reply, []);
    else if (options.answersPages !== true) {
      refuseOtherPages(request, reply, network.allowedOrigins);
      // Older published clients send none, or what fetch makes up for a text. The stamp covers the bytes, whatever they are
      // called; it and the rule of origins protect where this header would only stop a page's form.
      delete request.raw.headers['content-type'];
    }
  };
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { http, body, unexpected } = errorResponse(error);
    const told = { url: request.url, source: clientAddress(request.raw, network) };
    // Who hung up is told nothing, and it is no fault of the service.
    if ((request.raw.destroyed && !request.raw.complete) || error instanceof HungUp)
      request.log.debug(told, 'aborted');
    else if (unexpected) request.log.error({ err: error, ...told }, 'a request failed unexpectedly');
    else request.log.debug({ ...told, code: body.serviceErrorCode, message: body.message }, 'refused');
    if (error instanceof RateLimited) {
      void reply
        .header('Retry-After', String(error.retryAfterSeconds))
        .header('RateLimit-Limit', String(error.perSecond))
        .header('RateLimit-Remaining', '0');
    }
    return reply
      .code(http)
      .type(JSON_TYPE)
      .send(JSON.stringify(errorBodyOn(wire, body)));
  };
  const server = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // What no route is looked for with, as a path that can't be decoded: no hook is asked either.
    frameworkErrors: (error, request, reply) => {
      try {
        receive(request, reply);
      } catch (refusal) {
        refuse(refusal, request, reply);
        return;
      }
      refuse(error, request, reply);
    },
    clientErrorHandler: answerBroken({ wire, now: options.now }),
    requestTimeout,
    ...(tls === undefined ? { http } : { https: { ...http, ...tlsOptions(tls, http.headersTimeout) } }),
  });
  makeRoom(server.server, {
    ...{ most: maxConnections, mostOfOne: mostOfOneStranger },
    strangerOf: (address) => strangerOf(address, network),
  });
  limitUnread(server, mostUnread);
  const coming = new HeldBytes(mostComing);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) => {
    checkContentType(request.headers['content-type']);
    return readBody(payload, coming);
  });
  drain?.watch(server);
  if (pacer !== undefined) {
    pacer.watch(server.server);
    server.addHook('onRequest', (_request, _reply, done) => pacer.start(done));
  }
  server.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  server.addHook('onRequest', (request, reply, done) => {
    receive(request, reply);
    done();
  });
  if (options.answersPages !== true && network.allowedOrigins.length > 0) addPreflights(server);
  server.setErrorHandler(refuse);
  server.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const body = httpError('NOT_FOUND.operation', { method, path: pathOnly(url) }).body();
    return reply
      .code(404)
      .type(JSON_TYPE)
      .send(JSON.stringify(errorBodyOn(wire, body)));
  });
  return server;
}

/** TLS 1.2 and 1.3. A connection that doesn't finish its handshake in time is closed, like one without headers. */
const tlsOptions = (tls: TlsIdentity, handshakeTimeout: number): ServerOptions => ({
  ...secureContextOptions(tls),
  handshakeTimeout,
});

/** What a server shows in its handshakes; the key is the identity's own bytes, to be wiped once the context is made. */
export const secureContextOptions = ({
  chain,
  key,
}: TlsIdentity): Pick<ServerOptions, 'cert' | 'key' | 'minVersion'> => ({
  cert: chain,
  key: key.use((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
  minVersion: 'TLSv1.2',
});

/** Listens on an address, loopback when left out; port 0 picks a free one. @returns the base address */
export const listen = (server: FastifyInstance, port: number, host = THIS_MACHINE.host): Promise<string> =>
  server.listen({ host, port });

function checkContentType(header: string | undefined): void {
  const type = header?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/json') return;
  throw httpError('REQUEST_INVALID.contentType', { type });
}

const pathOnly = (url: string): string => url.split('?')[0]?.slice(0, 200) ?? '';

/** The HTTP status and body that tell of an error. Only errors that are meant for the caller are told in words. */
export function errorResponse(error: unknown): {
  readonly http: number;
  readonly body: ErrorBody;
  readonly unexpected: boolean;
} {
  if (error instanceof ServiceError) {
    const http = error instanceof BodyTooLarge ? 413 : STATUS[error.status].http;
    return { http, body: error.body(), unexpected: false };
  }
  if (isRefusedByFastify(error)) {
    const body = httpError('REQUEST_INVALID.http', { why: error.message }).body();
    return { http: error.statusCode, body, unexpected: false };
  }
  if (error instanceof StorageError && error.code === 'TEXT_REFUSED')
    return {
      http: STATUS.INVALID_ARGUMENT.http,
      body: httpError('REQUEST_INVALID.text').body(),
      unexpected: false,
    };
  if (error instanceof StorageError) {
    const { message, remedy: whatToDo } = error;
    const body = httpError('INTERNAL.storage', { message, whatToDo }).body();
    return { http: STATUS.UNAVAILABLE.http, body, unexpected: true };
  }
  return { http: 500, body: serviceError('INTERNAL.failed').body(), unexpected: true };
}

function isRefusedByFastify(error: unknown): error is Error & { readonly statusCode: number } {
  return (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  );
}
