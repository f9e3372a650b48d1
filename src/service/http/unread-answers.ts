import type { FastifyInstance } from 'fastify';
import { HeldBytes } from './held-bytes.ts';

/**
 * Limits the memory of unread answers, over all connections. Otherwise the service would keep every answer to a client that sends
 * requests and never reads.
 */
export function limitUnread(server: FastifyInstance, most: number): void {
  const unread = new HeldBytes(most);
  server.addHook('onSend', (request, reply, payload, done) => {
    const { socket } = request.raw;
    const bytes = typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0;
    reply.raw.once('close', () => unread.release(socket, bytes));
    unread.add(socket, bytes);
    done();
  });
}
