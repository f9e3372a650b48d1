import type { IncomingMessage } from 'node:http';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import { httpError } from './errors.ts';
import { readBody } from './body-reader.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { errorResponse } from './error-response.ts';
import { refuseOtherHosts, refusePages } from './local-only.ts';
import { RateLimited } from './rate-limit.ts';

/** This machine alone: nothing of the service is reachable from a network. */
const LOOPBACK = '127.0.0.1';
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * An HTTP server without routes: bodies are kept as the bytes they came as, errors are answered as typed JSON bodies,
 * every answer tells the service's time, and browsers are refused: foreign hosts always, pages unless `answersPages`
 * leaves it to the routes to tell which.
 */
export function createServer(options: {
  readonly logger: Logger;
  readonly now: () => number;
  readonly answersPages?: true;
  readonly connectionLimits?: ConnectionLimits;
}): FastifyInstance {
  const { maxConnections, requestTimeout, ...http } = options.connectionLimits ?? CONNECTION_LIMITS;
  const logger: FastifyBaseLogger = options.logger;
  const server = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    requestTimeout,
    http,
  });
  server.server.maxConnections = maxConnections;
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) => {
    checkContentType(request.headers['content-type']);
    return readBody(payload);
  });
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('X-Service-Time-Ms', String(options.now()));
    refuseOtherHosts(request.raw);
    if (options.answersPages !== true) refusePages(request.raw);
    done();
  });
  server.setErrorHandler((error, request, reply) => {
    const { http, body, unexpected } = errorResponse(error);
    if (unexpected) request.log.error({ err: error, url: request.url }, 'a request failed unexpectedly');
    else
      request.log.debug({ url: request.url, code: body.serviceErrorCode, message: body.message }, 'refused');
    if (error instanceof RateLimited) void reply.header('Retry-After', String(error.retryAfterSeconds));
    return reply.code(http).type(JSON_TYPE).send(JSON.stringify(body));
  });
  server.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const body = httpError('NOT_FOUND.operation', { method, path: pathOnly(url) }).body();
    return reply.code(404).type(JSON_TYPE).send(JSON.stringify(body));
  });
  return server;
}

/** Listens on loopback; port 0 picks a free one. @returns the base address */
export const listen = (server: FastifyInstance, port: number): Promise<string> =>
  server.listen({ host: LOOPBACK, port });

function checkContentType(header: string | undefined): void {
  const type = header?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/json') return;
  throw httpError('REQUEST_INVALID.contentType', { type });
}

const pathOnly = (url: string): string => url.split('?')[0]?.slice(0, 200) ?? '';
