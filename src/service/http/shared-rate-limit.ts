import { chargeTokens, forgetFullBuckets, takeToken } from '../storage/rate-buckets.ts';
import { isPostgres } from '../storage/engine-sql.ts';
import type { Store } from '../storage/store.ts';
import { type RateLimit, RateLimited, RateLimiter, type RequestLimiter } from './rate-limit.ts';

/** After so many requests the buckets that are full again are forgotten. */
const SWEEP_EVERY = 4096;

/**
 * A token bucket for each credential in a database that several processes work with: a credential has the same limit,
 * however many of them it asks.
 */
export class SharedRateLimiter implements RequestLimiter {
  readonly #store: Store;
  readonly #limit: RateLimit;
  #taken = 0;

  constructor(store: Store, limit: RateLimit) {
    this.#store = store;
    this.#limit = limit;
  }

  /** @throws RateLimited when there is no token */
  async take(organizationId: string, credential: string): Promise<void> {
    const left = await takeToken(this.#store, nameOf(organizationId, credential), this.#limit);
    const { perSecond } = this.#limit;
    if (left !== undefined) throw new RateLimited(Math.ceil((1 - left) / perSecond), perSecond);
    this.#taken += 1;
    if (this.#taken % SWEEP_EVERY === 0) await forgetFullBuckets(this.#store, this.#limit);
  }

  async charge(organizationId: string, credential: string, count: number): Promise<void> {
    await chargeTokens(this.#store, nameOf(organizationId, credential), this.#limit, count);
  }
}

const nameOf = (organizationId: string, credential: string): string => `${organizationId} ${credential}`;

/** What counts requests: all processes of a shared database together, or this one. @param now milliseconds since the epoch */
export const rateLimiterOf = (store: Store, limit: RateLimit, now: () => number): RequestLimiter =>
  isPostgres(store) ? new SharedRateLimiter(store, limit) : new RateLimiter(limit, now);
