import { storeAtVersion } from '../storage/kept-rows.ts';
import { chargeTokens, forgetFullBuckets, takeToken, versionAndToken } from '../storage/rate-buckets.ts';
import { isPostgres } from '../storage/engine-sql.ts';
import type { Store } from '../storage/store.ts';
import { rowsVersionOf } from '../storage/rows-version.ts';
import { type Entered, type RateLimit, RateLimited, RateLimiter, type RequestLimiter } from './rate-limit.ts';

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

  /** One statement for both; what the request reads of rows that seldom change is kept by their version. */
  async enter(store: Store, organizationId: string, publicKey: string | undefined): Promise<Entered> {
    const name = nameOf(organizationId, publicKey ?? '');
    const { version, isTaken } =
      publicKey === undefined
        ? { version: await rowsVersionOf(store, organizationId), isTaken: false }
        : await versionAndToken(store, { organizationId, publicKey, name }, this.#limit);
    return {
      store: version === undefined ? store : storeAtVersion(store, version),
      take: async (credential) => {
        if (isTaken && credential === publicKey) await this.#count();
        else await this.take(organizationId, credential);
      },
    };
  }

  /** @throws RateLimited when there is no token */
  async take(organizationId: string, credential: string): Promise<void> {
    const left = await takeToken(this.#store, nameOf(organizationId, credential), this.#limit);
    const { perSecond } = this.#limit;
    if (left !== undefined) throw new RateLimited(Math.ceil((1 - left) / perSecond), perSecond);
    await this.#count();
  }

  async #count(): Promise<void> {
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
