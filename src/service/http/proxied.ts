import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { MOST_V2_BYTES, type ProxyHeader, readProxyHeader } from '#protocol/network/proxy-header.ts';

/** How long a proxy may take for its header, in milliseconds: a lost packet is sent again within it. */
export const PROXY_HEADER_MS = 5000;

/** Where a connection comes from that a proxy passes through; the address is undefined where the proxy can't say. */
interface Proxied {
  readonly address: string | undefined;
}

const proxied = new WeakMap<Socket, Proxied>();

/** What a proxy said of a connection; undefined for one that came directly. */
export const proxiedBy = (socket: Socket): Proxied | undefined => proxied.get(socket);

/** Where a connection comes from: the other end, or what a proxy says of it. */
export function remoteAddressOf(socket: Socket): string | undefined {
  const found = proxied.get(socket);
  return found === undefined ? socket.remoteAddress : found.address;
}

/** A connection by both its ends: one that went through TLS is another socket with the same ones. */
export const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  [remoteAddress, remotePort, localAddress, localPort].join(' ');

interface Reading {
  /** Whether an address is one of a proxy that says where its connections come from. */
  readonly isTrusted: (address: string | undefined) => boolean;
  readonly logger: Logger;
  /** Calls `fn` once after `ms` milliseconds; the answer calls that off. */
  readonly after: (ms: number, fn: () => void) => () => void;
}

/**
 * Has a server read a PROXY header at the beginning of each connection, before TLS and HTTP. To be called once everything
 * else listens for its connections: they are told of one when its header is read. A connection of anyone else, and one
 * without a header, ends: the format forbids to guess whether there is one.
 */
export function readProxyHeaders(server: Server, { isTrusted, logger, after }: Reading): void {
  const listeners = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  const begun = new Map<string, Proxied>();
  // The socket of TLS has what its inner one was told.
  server.prependListener('secureConnection', (socket: Socket) => {
    const found = begun.get(endsOf(socket));
    if (found !== undefined) proxied.set(socket, found);
  });
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress;
    const refuse = (why: string): void => {
      logger.debug({ source: peer, why }, 'a connection was refused');
      socket.destroy();
    };
    if (!isTrusted(peer)) {
      refuse('it comes from no trusted proxy');
      return;
    }
    readHeader(socket, after, (header) => {
      if (header.kind === 'refused') {
        refuse(header.why);
        return;
      }
      const said = {
        address: header.kind === 'client' ? header.address : header.kind === 'local' ? peer : undefined,
      };
      const ends = endsOf(socket);
      proxied.set(socket, said);
      begun.set(ends, said);
      socket.once('close', () => {
        if (begun.get(ends) === said) begun.delete(ends);
      });
      for (const listener of listeners) listener.call(server, socket);
    });
  });
}

type Told = Exclude<ProxyHeader, { readonly kind: 'more' }>;

/** Reads until the header is whole; what comes after it stays in the socket. Nothing is told of one that ends before. */
function readHeader(socket: Socket, after: Reading['after'], tell: (header: Told) => void): void {
  let come = Buffer.alloc(0);
  const done = (header: Told): void => {
    callOff();
    socket.off('readable', onReadable);
    socket.off('error', onEnd);
    socket.off('end', onEnd);
    socket.off('close', onClose);
    tell(header);
  };
  const callOff = after(PROXY_HEADER_MS, () => done({ kind: 'refused', why: 'its header took too long' }));
  const onClose = (): void => callOff();
  const onEnd = (): void => void socket.destroy();
  const onReadable = (): void => {
    for (let chunk = read(socket); chunk !== null; chunk = read(socket)) {
      come = Buffer.concat([come, chunk]);
      const header = readProxyHeader(come.subarray(0, MOST_V2_BYTES));
      if (header.kind === 'more') continue;
      if ('length' in header && header.length < come.length) socket.unshift(come.subarray(header.length));
      done(header);
      return;
    }
  };
  socket.on('readable', onReadable);
  socket.once('error', onEnd);
  socket.once('end', onEnd);
  socket.once('close', onClose);
}

const read = (socket: Socket): Buffer | null => socket.read() as Buffer | null;
