import type { FastifyInstance } from 'fastify';
import { HeldBytes } from './held-bytes.ts';

/**
 * Bounds the memory of answers that nobody has read yet, on all connections. Without that, a client that sends one request after
 * another and never reads has the service keep every answer.
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
