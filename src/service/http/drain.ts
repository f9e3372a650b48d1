import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long the parts of an end may take, in milliseconds. */
export interface DrainLimits {
  /** So long requests are still carried out, while whoever asks is told that the service isn't ready any more. */
  readonly leavingMs: number;
  /** So long the requests that are under way then may take. */
  readonly patienceMs: number;
}

interface Timer {
  /** Calls `fn` once after `ms` milliseconds; the answer calls that off. */
  after(ms: number, fn: () => void): () => void;
}

/**
 * The end of servers that have requests under way: they leave (not ready, answers close their connections), then they refuse what
 * is new, and once nothing is under way, or after a time, they can be closed.
 */
export class Drain {
  #phase: 'serving' | 'leaving' | 'refusing' = 'serving';
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  #underWay = 0;
  #onEmpty: () => void = () => undefined;

  /** Whether balancers should send no more. */
  get isLeaving(): boolean {
    return this.#phase !== 'serving';
  }

  /** Whether requests that come now are refused. */
  get isRefusing(): boolean {
    return this.#phase === 'refusing';
  }

  /** How many requests have no answer yet. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Counts a server's requests, and has its answers close their connections from the end's beginning on. */
  watch(server: FastifyInstance): void {
    this.#servers.push(server.server);
    server.server.on('request', (_, response) => {
      this.#underWay += 1;
      response.once('close', () => {
        this.#underWay -= 1;
        if (this.#underWay === 0) this.#onEmpty();
      });
    });
    server.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.isLeaving) void reply.header('Connection', 'close');
      done();
    });
  }

  /** Holds a server's connections from their first moment, whatever is read of them before HTTP. */
  hold(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Cuts every connection off: HTTP doesn't know of those that are in the middle of a handshake. */
  cutOff(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Resolves when the servers may be closed: within the two times together. */
  async run({ leavingMs, patienceMs }: DrainLimits, clock: Timer): Promise<void> {
    this.#phase = 'leaving';
    if (leavingMs > 0) await new Promise<void>((resolve) => void clock.after(leavingMs, resolve));
    this.#phase = 'refusing';
    for (const server of this.#servers) server.closeIdleConnections();
    if (this.#underWay === 0) return;
    await new Promise<void>((resolve) => {
      const callOff = clock.after(patienceMs, resolve);
      this.#onEmpty = () => {
        callOff();
        resolve();
      };
    });
  }
}
