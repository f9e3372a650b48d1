import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endsOf, remoteAddressOf } from './proxied.ts';

/** How many connections more than the limit the system may hand over, until those that make room are gone. */
const MAKING_ROOM = 64;

interface Room {
  /** How many connections there may be. */
  readonly most: number;
  /** How many of them may be of one stranger. */
  readonly mostOfOne: number;
  /** Who an address is told apart by; undefined for those who may have any number. */
  readonly strangerOf: (address: string | undefined) => string | undefined;
}

/**
 * Keeps room for new connections: where there are more than `most`, the one ends that has said nothing for longest since it
 * came, else the one that has had no request for longest, else the one whose body has been coming for longest: who sends
 * bodies byte by byte from many places would have a request under way on each. One whose request is whole is never ended for
 * another; where all are such, the new one ends. So does one more of a stranger who has `mostOfOne` already.
 */
export function makeRoom(server: Server, { most, mostOfOne, strangerOf }: Room): void {
  server.maxConnections = most + MAKING_ROOM;
  // Sets keep the order in which they were filled.
  const silent = new Set<Socket>();
  const idle = new Set<Socket>();
  const underWay = new Map<Socket, { readonly count: number; readonly last: IncomingMessage }>();
  // A request that came through TLS has another socket, with the same two ends.
  const held = new Map<string, Socket>();
  const ofStrangers = new Map<string, number>();
  const socketOf = (given: Socket): Socket => held.get(endsOf(given)) ?? given;
  const forget = (socket: Socket): void => {
    silent.delete(socket);
    idle.delete(socket);
    underWay.delete(socket);
  };
  server.on('connection', (socket: Socket) => {
    const ends = endsOf(socket);
    const stranger = strangerOf(remoteAddressOf(socket));
    if (stranger !== undefined) {
      const others = ofStrangers.get(stranger) ?? 0;
      if (others >= mostOfOne) {
        socket.destroy();
        return;
      }
      ofStrangers.set(stranger, others + 1);
      socket.once('close', () => {
        const left = (ofStrangers.get(stranger) ?? 1) - 1;
        if (left > 0) ofStrangers.set(stranger, left);
        else ofStrangers.delete(stranger);
      });
    }
    silent.add(socket);
    held.set(ends, socket);
    socket.once('close', () => {
      forget(socket);
      if (held.get(ends) === socket) held.delete(ends);
    });
    if (silent.size + idle.size + underWay.size <= most) return;
    // The newest is in it only alone: then the others are idle or under way.
    const coming = [...underWay].flatMap(([busy, { last }]) => (last.complete ? [] : [busy]));
    const [oldest] = silent.size > 1 ? silent : [...idle, ...coming, ...silent];
    if (oldest === undefined) return;
    forget(oldest);
    oldest.destroy();
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const socket = socketOf(request.socket);
    silent.delete(socket);
    idle.delete(socket);
    underWay.set(socket, { count: (underWay.get(socket)?.count ?? 0) + 1, last: request });
    response.once('close', () => {
      const { count = 1, last = request } = underWay.get(socket) ?? {};
      if (count > 1) underWay.set(socket, { count: count - 1, last });
      else {
        underWay.delete(socket);
        if (!socket.destroyed) idle.add(socket);
      }
    });
  });
}
