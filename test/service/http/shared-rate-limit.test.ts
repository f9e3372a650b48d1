import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RateLimited, RateLimiter } from '#service/http/rate-limit.ts';
import { SharedRateLimiter, rateLimiterOf } from '#service/http/shared-rate-limit.ts';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import { forgetFullBuckets } from '#service/storage/rate-buckets.ts';
import type { Store } from '#service/storage/store.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

/** Nothing comes back while the test runs. */
const LIMIT = { perSecond: 1e-9, burst: 20 };

describe.skipIf(noPostgres !== undefined)(`a limit that processes share ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let first: Store;
  let second: Store;

  beforeAll(async () => {
    server = await PostgresServer.start();
    const url = await server.makeDatabase();
    [first, second] = [await openPostgresStore(url), await openPostgresStore(url)];
  });
  afterAll(async () => {
    await Promise.all([first.destroy(), second.destroy()]);
    await server.stop();
  });

  const both = (limit = LIMIT) => [first, second].map((store) => new SharedRateLimiter(store, limit));
  const refusalOf = (promise: Promise<void>): Promise<RateLimited | undefined> =>
    promise.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof RateLimited) return error;
        throw error;
      },
    );
  /** Puts a bucket's count into the past, as if that time had passed. */
  const passed = (name: string, ms: number) =>
    server.ask('made_1', `UPDATE rate_bucket SET counted_at = counted_at - ${ms} WHERE name = '${name}'`);
  const names = async () =>
    (await server.ask('made_1', 'SELECT name FROM rate_bucket ORDER BY name')).map((row) => row['name']);

  it('attack: a credential that asks two processes at once gets no more than of one', async () => {
    const limiters = both();
    const sent = Array.from({ length: 60 }, (_, n) => refusalOf(limiters[n % 2]?.take('o', 'a') ?? fail()));
    const refused = (await Promise.all(sent)).filter((each) => each !== undefined);
    expect(refused).toHaveLength(60 - LIMIT.burst);
    // Another one has its own.
    expect(await refusalOf(limiters[0]?.take('o', 'b') ?? fail())).toBeUndefined();
  });

  it('comes back with the time, up to the burst, and says when', async () => {
    // One an hour: on no machine does one come back between two of them.
    const limit = { perSecond: 1 / 3600, burst: 2 };
    const [one, other] = both(limit);
    if (one === undefined || other === undefined) throw new Error('two were made');
    await one.take('o', 'c');
    await other.take('o', 'c');
    const refusal = await refusalOf(one.take('o', 'c'));
    expect(refusal?.retryAfterSeconds).toBeGreaterThan(3000);
    expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(3600);
    expect(refusal?.perSecond).toBe(limit.perSecond);
    await passed('o c', 24 * 3_600_000);
    await one.take('o', 'c');
    await other.take('o', 'c');
    expect(await refusalOf(other.take('o', 'c'))).toBeDefined();
  });

  it('counts work at one process against requests at another, down to a burst below nothing', async () => {
    const [one, other] = both();
    if (one === undefined || other === undefined) throw new Error('two were made');
    await one.charge('o', 'd', 10_000);
    expect(await refusalOf(other.take('o', 'd'))).toBeDefined();
    expect(await server.ask('made_1', `SELECT tokens FROM rate_bucket WHERE name = 'o d'`)).toEqual([
      { tokens: String(-LIMIT.burst * 1000) },
    ]);
  });

  it('forgets those that are full again, and nobody else', async () => {
    const [one] = both();
    await one?.take('o', 'e');
    await one?.take('o', 'f');
    await server.ask('made_1', `UPDATE rate_bucket SET tokens = ${LIMIT.burst * 1000} WHERE name = 'o e'`);
    await forgetFullBuckets(first, LIMIT);
    expect(await names()).toContain('o f');
    expect(await names()).not.toContain('o e');
  });

  it('is what a service on such a database counts with', () => {
    expect(rateLimiterOf(first, LIMIT, () => 0)).toBeInstanceOf(SharedRateLimiter);
    expect(rateLimiterOf(first, LIMIT, () => 0)).not.toBeInstanceOf(RateLimiter);
  });
});

function fail(): never {
  throw new Error('There is no such process.');
}
