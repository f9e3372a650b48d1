import { ServiceError } from '../errors.ts';
import type { Store } from '../storage/store.ts';
import { httpError } from './errors.ts';

/** How fast one credential may send: so many requests a second in the long run, and so many at once. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** More than a batch of the console sends; a runaway client still leaves the service to others. */
export const DEFAULT_RATE_LIMIT: RateLimit = { perSecond: 1000, burst: 2000 };

/** From this many buckets on, the full ones are dropped before another is made. */
const SWEEP_FROM = 1024;

interface Bucket {
  tokens: number;
  at: number;
}

/** A request that has come: how the database's rows are seen by it, and its token. */
export interface Entered {
  readonly store: Store;
  /** @throws RateLimited when there is no token for the credential that has proved itself */
  readonly take: (credential: string) => Promise<void> | void;
}

/** What counts the requests of credentials. */
export interface RequestLimiter {
  /**
   * To be asked first of all: whoever counts in a shared database reads there, with the same statement, which version of the rows
   * the request sees.
   * @param publicKey whose token may be taken at once: of a key whose stamp holds; undefined where that isn't known yet
   */
  enter(store: Store, organizationId: string, publicKey: string | undefined): Promise<Entered> | Entered;
  /**
   * Takes a token of a credential that has proved itself; what others send in its name takes none.
   * @throws RateLimited when there is none
   */
  take(organizationId: string, credential: string): Promise<void> | void;
  /**
   * Takes more of a credential for a request that was let in and costs as much as several.
   * @param count how many tokens more
   */
  charge(organizationId: string, credential: string, count: number): Promise<void> | void;
}

/** A token bucket for each credential, in memory: a restart fills them all. */
export class RateLimiter implements RequestLimiter {
  readonly #limit: RateLimit;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  #sweepAt = SWEEP_FROM;

  /** @param now milliseconds since the epoch */
  constructor(limit: RateLimit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  enter(store: Store, organizationId: string): Entered {
    return { store, take: (credential) => this.take(organizationId, credential) };
  }

  /** How many credentials are being counted; those that have their whole burst again need not be. */
  get size(): number {
    return this.#buckets.size;
  }

  /**
   * Takes a token of a credential that has proved itself; what others send in its name takes none.
   * @throws RateLimited when there is none
   */
  take(organizationId: string, credential: string): void {
    const now = this.#now();
    const name = `${organizationId} ${credential}`;
    const tokens = this.#tokensOf(this.#buckets.get(name), now);
    if (this.#buckets.size >= this.#sweepAt && !this.#buckets.has(name)) this.#sweep(now);
    // Counted from now on also without a token: a clock that was set back would lock it out until it is there again.
    this.#buckets.set(name, { tokens: tokens < 1 ? tokens : tokens - 1, at: now });
    if (tokens < 1)
      throw new RateLimited(Math.ceil((1 - tokens) / this.#limit.perSecond), this.#limit.perSecond);
  }

  /**
   * Takes more of a credential for a request that was let in and costs as much as several: its next ones wait until that is
   * there again, and never longer than a whole burst takes.
   * @param count how many tokens more
   */
  charge(organizationId: string, credential: string, count: number): void {
    const now = this.#now();
    const name = `${organizationId} ${credential}`;
    const tokens = this.#tokensOf(this.#buckets.get(name), now);
    this.#buckets.set(name, { tokens: Math.max(-this.#limit.burst, tokens - count), at: now });
  }

  #tokensOf(bucket: Bucket | undefined, now: number): number {
    if (bucket === undefined) return this.#limit.burst;
    // A clock that is set back gives nothing, and takes nothing.
    const seconds = Math.max(0, now - bucket.at) / 1000;
    return Math.min(this.#limit.burst, bucket.tokens + seconds * this.#limit.perSecond);
  }

  /** Twice what is left may come before the next sweep, so that sweeping costs each request a constant. */
  #sweep(now: number): void {
    for (const [name, bucket] of this.#buckets) {
      if (this.#tokensOf(bucket, now) >= this.#limit.burst) this.#buckets.delete(name);
    }
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#buckets.size);
  }
}

/** A credential that sends faster than it may. */
export class RateLimited extends ServiceError {
  /** Whole seconds until the next request may come: the `Retry-After` header. */
  readonly retryAfterSeconds: number;
  /** Requests a second: the `RateLimit-Limit` header (PROTOCOL.md, section 7). */
  readonly perSecond: number;

  constructor(retryAfterSeconds: number, perSecond: number) {
    super(httpError('RATE_LIMIT_EXCEEDED'));
    this.retryAfterSeconds = retryAfterSeconds;
    this.perSecond = perSecond;
  }
}
