import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Bounds the memory of answers that wait for who asked: where they are more than `most` bytes in all, connections end, the one
 * that has read nothing for longest first. Without that, requests one behind the other on a connection that never reads
 * have the service keep every answer.
 */
export function limitUnread(server: FastifyInstance, most: number): void {
  // In the order in which their oldest answers were written.
  const unread = new Map<Socket, number>();
  let total = 0;
  const forget = (socket: Socket): void => {
    total -= unread.get(socket) ?? 0;
    unread.delete(socket);
  };
  const makeRoom = (): void => {
    // What waits behind an answer on a connection that is gone is never told so.
    for (const socket of unread.keys()) if (socket.destroyed) forget(socket);
    for (const socket of unread.keys()) {
      if (total <= most) return;
      forget(socket);
      socket.destroy();
    }
  };
  server.addHook('onSend', (request, reply, payload, done) => {
    const { socket } = request.raw;
    const bytes = typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0;
    unread.set(socket, (unread.get(socket) ?? 0) + bytes);
    total += bytes;
    reply.raw.once('close', () => {
      const left = unread.get(socket);
      if (left === undefined) return;
      total -= bytes;
      if (left > bytes) unread.set(socket, left - bytes);
      else unread.delete(socket);
    });
    if (total > most) makeRoom();
    done();
  });
}
