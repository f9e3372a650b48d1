import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from './drain.ts';
import { httpError } from './errors.ts';

/** Answered to anyone, without a stamp: they say nothing of whose service it is. */
const HEALTH_PATHS = { alive: '/healthz', ready: '/readyz' } as const;

/** How long an answer of the database counts, in milliseconds: what strangers ask costs it one look in that time. */
const FRESH_MS = 1000;
/** A database that takes longer to answer is as good as none. */
const PROBE_MS = 2000;

/** Time, as it is asked for here: milliseconds since the epoch that never go back, and a timer that can be called off. */
interface Clock {
  now(): number;
  after(ms: number, fn: () => void): () => void;
}

/** Whether the service can carry out requests. */
export class Readiness {
  readonly #probe: () => Promise<void>;
  readonly #clock: Clock;
  readonly #drain: Drain;
  readonly #logger: Logger;
  #known: { readonly at: number; readonly isFine: boolean } | undefined;
  #asked: Promise<boolean> | undefined;
  #look: Promise<boolean> | undefined;

  /** @param probe rejects where the database can't be read or written */
  constructor(options: {
    readonly probe: () => Promise<void>;
    readonly clock: Clock;
    readonly drain: Drain;
    readonly logger: Logger;
  }) {
    this.#probe = options.probe;
    this.#clock = options.clock;
    this.#drain = options.drain;
    this.#logger = options.logger;
  }

  /** @throws ServiceError INTERNAL while it can't */
  async require(): Promise<void> {
    if (this.#drain.isLeaving) throw httpError('INTERNAL.stopping');
    if (!(await this.#databaseAnswers())) throw httpError('INTERNAL.database');
  }

  /** Whether it can. */
  async isReady(): Promise<boolean> {
    return !this.#drain.isLeaving && (await this.#databaseAnswers());
  }

  async #databaseAnswers(): Promise<boolean> {
    const { at, isFine } = this.#known ?? { at: -Infinity, isFine: false };
    return this.#clock.now() - at < FRESH_MS ? isFine : await (this.#look ??= this.#lookAgain());
  }

  async #lookAgain(): Promise<boolean> {
    // One that hangs is asked no second time meanwhile.
    this.#asked ??= this.#ask().finally(() => (this.#asked = undefined));
    let callOff: () => void = () => undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      callOff = this.#clock.after(PROBE_MS, () => resolve(false));
    });
    const isFine = await Promise.race([this.#asked, tooLate]);
    callOff();
    if (isFine !== (this.#known?.isFine ?? true)) {
      if (isFine) this.#logger.info('ready again');
      else this.#logger.warn('not ready: the database can’t be read or written');
    }
    this.#known = { at: this.#clock.now(), isFine };
    this.#look = undefined;
    return isFine;
  }

  async #ask(): Promise<boolean> {
    try {
      await this.#probe();
      return true;
    } catch (error) {
      this.#logger.debug({ err: error }, 'the database did not answer as it should');
      return false;
    }
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
