import type { Server } from 'node:net';

/** So many requests start in a turn of the event loop while connections arrive. */
const AT_ONCE = 4;
/** More wait only where connections send many before they have an answer: Node's own limit for those needs answers that wait. */
const MOST_WAITING = 1024;

/**
 * Keeps turns of the event loop short while connections arrive. The listener accepts one connection a turn (libuv since 1.45), and a
 * turn lasts as long as its requests: behind 200 busy connections a new one would wait for seconds.
 */
export class RequestPacer {
  readonly #waiting: (() => void)[] = [];
  #hasNew = false;
  #isPacing = false;

  /** Whether connections arrive. */
  get isPacing(): boolean {
    return this.#isPacing;
  }

  /** Counts the connections of a server; servers of one process share its event loop, so they share a pacer. */
  watch(server: Server): void {
    server.on('connection', () => {
      this.#hasNew = true;
      if (this.#isPacing) return;
      this.#isPacing = true;
      setImmediate(() => this.#endTurn());
    });
  }

  /** Starts a request: now, or in its order in one of the next turns, if a connection arrived in this turn or the last. */
  start(request: () => void): void {
    if (!this.#isPacing) {
      request();
      return;
    }
    this.#waiting.push(request);
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift()?.();
  }

  #endTurn(): void {
    this.#isPacing = this.#hasNew;
    this.#hasNew = false;
    if (this.#isPacing) setImmediate(() => this.#endTurn());
    const most = this.#isPacing ? AT_ONCE : this.#waiting.length;
    for (const start of this.#waiting.splice(0, most)) start();
  }
}
