import { Socket } from 'node:net';
import pg from 'pg';
import { connectionOptions } from './connect.ts';
import { sqlStateOf } from './sql-state.ts';

/** What engines say that speak the protocol and have no `LISTEN`: feature_not_supported, syntax_error. */
const NOT_THERE = new Set(['0A000', '42601']);

/** How a listener waits, in milliseconds. */
export interface ListenerWaits {
  /** Before it connects again: twice as long each time, up to the longest. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** A connection that carries nothing is asked this often whether it is there. */
  readonly askEveryMs: number;
  readonly answerMs: number;
}

/** Nothing hangs on the answer to a goodbye. */
const GOODBYE_MS = 1000;

const WAITS: ListenerWaits = { firstMs: 500, longestMs: 30_000, askEveryMs: 20_000, answerMs: 10_000 };

export interface ListenerOptions {
  readonly channel: string;
  readonly password?: (() => string) | undefined;
  /** What was said, each time. */
  readonly onHeard: (payload: string) => void;
  /** It listens from now on: what was said before may have been missed. */
  readonly onListening: () => void;
  /** It listens no longer. @param isForGood whether the engine can't: else it tries again by itself */
  readonly onLost: (error: unknown, isForGood: boolean) => void;
  readonly waits?: Partial<ListenerWaits> | undefined;
}

/**
 * Listens on a channel of a PostgreSQL (`LISTEN`) with a connection of its own. A connection that is lost is made again, after a pause
 * that grows. Whoever needs what is said looks for it by itself too: this makes it sooner, and promises nothing.
 */
export class PostgresListener {
  readonly #url: string;
  readonly #options: ListenerOptions;
  readonly #waits: ListenerWaits;
  #client: pg.Client | undefined;
  #socket: Socket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs: number;
  #isListening = false;
  #isStopped = false;

  /** @param url as `readPostgresAddress` reads it */
  constructor(url: string, options: ListenerOptions) {
    this.#url = url;
    this.#options = options;
    this.#waits = { ...WAITS, ...options.waits };
    this.#pauseMs = this.#waits.firstMs;
  }

  /** Whether it would hear what is said now, as far as it knows. */
  get isListening(): boolean {
    return this.#isListening;
  }

  start(): void {
    void this.#connect();
  }

  /** Ends its connection, which is cut where no answer comes to that; nothing is heard from then on. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isListening = false;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    if (client === undefined) return;
    const cut = setTimeout(() => this.#socket?.destroy(), Math.min(this.#waits.answerMs, GOODBYE_MS));
    await client.end().catch(() => undefined);
    clearTimeout(cut);
  }

  async #connect(): Promise<void> {
    const { answerMs } = this.#waits;
    let client: pg.Client | undefined;
    try {
      client = new pg.Client({
        ...connectionOptions(this.#url, this.#options.password),
        application_name: 'keyops-service listener',
        connectionTimeoutMillis: answerMs,
        query_timeout: answerMs,
        keepAlive: true,
        stream: () => (this.#socket = new Socket()),
      });
      this.#client = client;
      const own = client;
      client.on('error', (error) => this.#lost(own, error));
      client.on('end', () => this.#lost(own, new Error('The connection ended.')));
      client.on('notification', ({ payload }) => {
        if (!this.#isStopped) this.#options.onHeard(payload ?? '');
      });
      await client.connect();
      await client.query(`LISTEN ${pg.escapeIdentifier(this.#options.channel)}`);
      if (this.#client !== own) return;
      this.#isListening = true;
      this.#pauseMs = this.#waits.firstMs;
      this.#askLater(own);
      this.#options.onListening();
    } catch (error) {
      this.#lost(client, error);
    }
  }

  /** A network that lost the connection tells nobody: whoever only listens would wait without end. */
  #askLater(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => {
          if (this.#client === client) this.#askLater(client);
        },
        (error: unknown) => this.#lost(client, error),
      );
    }, this.#waits.askEveryMs);
    this.#timer.unref();
  }

  #lost(client: pg.Client | undefined, error: unknown): void {
    // Told once for each connection, in whichever way it is noticed.
    if (this.#isStopped || this.#client !== client) return;
    this.#client = undefined;
    this.#isListening = false;
    clearTimeout(this.#timer);
    void client?.end().catch(() => undefined);
    const isForGood = NOT_THERE.has(sqlStateOf(error) ?? '');
    this.#options.onLost(error, isForGood);
    if (isForGood) return;
    this.#timer = setTimeout(() => void this.#connect(), this.#pauseMs);
    this.#timer.unref();
    this.#pauseMs = Math.min(2 * this.#pauseMs, this.#waits.longestMs);
  }
}
