import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../service-error.ts';

/** Adds the auth proxy's routes: every one of its paths is known, and none is served yet. */
export function addAuthProxyRoutes(server: FastifyInstance): void {
  server.post('/v1/*', (request) => {
    throw new ServiceError(
      'UNIMPLEMENTED',
      'UNSPECIFIED',
      `${request.url} is not yet supported by this service`,
    );
  });
}
