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

/** Whether answers are written, and the system takes no more of them. */
const areUnread = (answers: readonly ServerResponse[]): boolean =>
  answers.every(({ writableEnded }) => writableEnded) &&
  answers.some(({ writableLength }) => writableLength > 0);

/**
 * Keeps room for new connections: where there are more than `most`, the one ends that has said nothing for longest since it
 * came, else the one that has had no request for longest, else the one whose body has been coming for longest, else the one
 * that has not read its answers: who sends bodies byte by byte from many places, or reads nothing, would have a request under
 * way on each. One whose request is worked on is never ended for another; where all are such, the new one ends. So does one
 * more of a stranger who has `mostOfOne` already.
 */
export function makeRoom(server: Server, { most, mostOfOne, strangerOf }: Room): void {
  server.maxConnections = most + MAKING_ROOM;
  // Sets keep the order in which they were filled.
  const silent = new Set<Socket>();
  const idle = new Set<Socket>();
  const underWay = new Map<Socket, { readonly answers: Set<ServerResponse>; last: IncomingMessage }>();
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
    const unread = [...underWay].flatMap(([busy, { answers }]) => (areUnread([...answers]) ? [busy] : []));
    const [oldest] = silent.size > 1 ? silent : [...idle, ...coming, ...unread, ...silent];
    if (oldest === undefined) return;
    forget(oldest);
    oldest.destroy();
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const socket = socketOf(request.socket);
    silent.delete(socket);
    idle.delete(socket);
    const busy = underWay.get(socket) ?? { answers: new Set(), last: request };
    underWay.set(socket, Object.assign(busy, { last: request }));
    busy.answers.add(response);
    response.once('close', () => {
      busy.answers.delete(response);
      if (busy.answers.size > 0 || underWay.get(socket) !== busy) return;
      underWay.delete(socket);
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
