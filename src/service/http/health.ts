import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from './drain.ts';
import { httpError } from './errors.ts';

/** Answered to anyone, without a stamp: they say nothing of whose service it is. */
const HEALTH_PATHS = { alive: '/healthz', ready: '/readyz' } as const;

/** How long an answer of the database counts, in milliseconds: what strangers ask costs it one look in that time. */
const FRESH_MS = 1000;
/** A database or a key that takes longer to answer is as good as none. */
const PROBE_MS = 2000;
/** So long a key counts that could be used: where it is, each look costs work. */
const KEY_FRESH_MS = 10_000;

/** What a service can't do without. */
type Needed = 'database' | 'key';
const NOT_READY = {
  database: 'not ready: the database can’t be read or written',
  key: 'not ready: the storage key that the database is at can’t be used',
} as const satisfies Record<Needed, string>;

/** Time, as it is asked for here: milliseconds of a clock that nobody can set, and a timer that can be called off. */
interface Clock {
  steadyMs(): number;
  after(ms: number, fn: () => void): () => void;
}

/** Whether the service can carry out requests. */
export class Readiness {
  readonly #probes: Readonly<Record<Needed, () => Promise<void>>>;
  readonly #clock: Clock;
  readonly #drain: Drain;
  readonly #logger: Logger;
  #known: { readonly at: number; readonly missing: Needed | undefined } | undefined;
  /** What is asked at the moment. */
  #stage: Needed = 'database';
  #keyAt = -Infinity;
  #asked: Promise<Needed | undefined> | undefined;
  #look: Promise<Needed | undefined> | undefined;

  /**
   * @param probe rejects where the database can't be read or written
   * @param key rejects where the storage key can't be used
   */
  constructor(options: {
    readonly probe: () => Promise<void>;
    readonly key: () => Promise<void>;
    readonly clock: Clock;
    readonly drain: Drain;
    readonly logger: Logger;
  }) {
    this.#probes = { database: options.probe, key: options.key };
    this.#clock = options.clock;
    this.#drain = options.drain;
    this.#logger = options.logger;
  }

  /** @throws ServiceError INTERNAL while it can't */
  async require(): Promise<void> {
    if (this.#drain.isLeaving) throw httpError('INTERNAL.stopping');
    const missing = await this.#missing();
    if (missing !== undefined) throw httpError(`INTERNAL.${missing}`);
  }

  /** Whether it can. */
  async isReady(): Promise<boolean> {
    return !this.#drain.isLeaving && (await this.#missing()) === undefined;
  }

  async #missing(): Promise<Needed | undefined> {
    const { at, missing } = this.#known ?? { at: -Infinity, missing: undefined };
    return this.#clock.steadyMs() - at < FRESH_MS ? missing : await (this.#look ??= this.#lookAgain());
  }

  async #lookAgain(): Promise<Needed | undefined> {
    // One that hangs is asked no second time meanwhile.
    this.#asked ??= this.#ask().finally(() => (this.#asked = undefined));
    let callOff: () => void = () => undefined;
    const tooLate = new Promise<Needed>((resolve) => {
      callOff = this.#clock.after(PROBE_MS, () => resolve(this.#stage));
    });
    const missing = await Promise.race([this.#asked, tooLate]);
    callOff();
    if (missing !== this.#known?.missing) {
      if (missing === undefined) this.#logger.info('ready again');
      else this.#logger.warn(NOT_READY[missing]);
    }
    this.#known = { at: this.#clock.steadyMs(), missing };
    this.#look = undefined;
    return missing;
  }

  async #ask(): Promise<Needed | undefined> {
    for (const stage of ['database', 'key'] as const) {
      if (stage === 'key' && this.#clock.steadyMs() - this.#keyAt < KEY_FRESH_MS) continue;
      this.#stage = stage;
      try {
        await this.#probes[stage]();
        if (stage === 'key') this.#keyAt = this.#clock.steadyMs();
      } catch (error) {
        this.#logger.debug({ err: error }, `the ${stage} did not answer as it should`);
        return stage;
      }
    }
    return undefined;
  }
}

/** Whether a request is for one of the paths below: those are answered while the service stops, too. */
export const isAboutHealth = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url === HEALTH_PATHS.alive || url === HEALTH_PATHS.ready;

/** Adds `GET /healthz` (the process answers) and `GET /readyz` (it can carry out requests; else 503 and why). */
export function addHealthRoutes(server: FastifyInstance, readiness: Readiness): void {
  const answer = (reply: FastifyReply, status: string): FastifyReply =>
    reply
      .type('application/json; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(JSON.stringify({ status }));
  server.get(HEALTH_PATHS.alive, (_, reply) => answer(reply, 'alive'));
  server.get(HEALTH_PATHS.ready, async (_, reply) => {
    void reply.header('Cache-Control', 'no-store');
    await readiness.require();
    return await answer(reply, 'ready');
  });
}
