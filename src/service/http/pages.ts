import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STAMP_HEADER } from '#protocol/stamp.ts';
import { WEBAUTHN_STAMP_HEADER } from '#protocol/webauthn-stamp.ts';
import { httpError } from './errors.ts';

/** How long a browser may keep the answer to a preflight, in seconds. */
const PREFLIGHT_SECONDS = '600';
const CLIENT_VERSION_HEADER = 'X-Client-Version';

/**
 * Refuses a request that a web page of a browser made, unless the page's origin is allowed; that origin then reads the
 * answer, whatever it is. Origins are compared as a whole: `null`, a name that only begins alike and another port are others.
 * @throws ServiceError FORBIDDEN
 */
export function refuseOtherPages(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
): void {
  if (allowed.length > 0) void reply.header('Vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (!allowed.includes(origin)) throw httpError('FORBIDDEN.page');
  void reply
    .header('Access-Control-Allow-Origin', origin)
    .header('Access-Control-Expose-Headers', 'Retry-After, RateLimit-Limit, X-Service-Time-Ms');
}

/** Answers what browsers ask before they send a page's stamped request. Pages of other origins were refused before. */
export function addPreflights(server: FastifyInstance): void {
  server.options('/public/v1/*', (request, reply) => {
    if (request.headers.origin === undefined) throw httpError('FORBIDDEN.page');
    const stamps = `${STAMP_HEADER}, ${WEBAUTHN_STAMP_HEADER}`;
    return reply
      .header('Access-Control-Allow-Methods', 'GET, POST')
      .header('Access-Control-Allow-Headers', `Content-Type, ${stamps}, ${CLIENT_VERSION_HEADER}`)
      .header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
      .code(204)
      .send();
  });
}
