import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RateLimited, RateLimiter } from '#service/http/rate-limit.ts';
import { codeOf, freshSigner, LocalService, send, stampHeader } from '../../fixtures/local-service.ts';
import { addMember, type Member } from '../../fixtures/team.ts';

describe('a token bucket', () => {
  let now: number;
  beforeEach(() => {
    now = 1_000_000;
  });
  const limiter = (perSecond: number, burst: number) => new RateLimiter({ perSecond, burst }, () => now);
  /** How many of so many requests in a row are let through. */
  const taken = (on: RateLimiter, tries: number, credential = 'a'): number => {
    let count = 0;
    for (let n = 0; n < tries; n += 1) {
      try {
        on.take('o', credential);
        count += 1;
      } catch (error) {
        if (!(error instanceof RateLimited)) throw error;
      }
    }
    return count;
  };

  test('gives its burst at once, then its rate, and never more than its burst', () => {
    const bucket = limiter(2, 5);
    expect(taken(bucket, 10)).toBe(5);
    now += 499;
    expect(taken(bucket, 10)).toBe(0);
    now += 1;
    expect(taken(bucket, 10)).toBe(1);
    now += 3_600_000;
    expect(taken(bucket, 10)).toBe(5);
  });

  test('what costs more leaves less, and never more than a whole burst to wait for', () => {
    const bucket = limiter(2, 5);
    bucket.take('o', 'a');
    bucket.charge('o', 'a', 3);
    expect(taken(bucket, 10)).toBe(1);
    bucket.charge('o', 'a', 1_000_000);
    now += 2999;
    expect(taken(bucket, 10)).toBe(0);
    now += 1;
    expect(taken(bucket, 10)).toBe(1);
    expect(taken(bucket, 10, 'b')).toBe(5);
  });

  test('says after how many whole seconds the next one is let through', () => {
    const bucket = limiter(0.25, 1);
    bucket.take('o', 'a');
    now += 500;
    let wait = 0;
    try {
      bucket.take('o', 'a');
    } catch (error) {
      wait = (error as RateLimited).retryAfterSeconds;
    }
    expect(wait).toBe(4);
    now += wait * 1000;
    expect(taken(bucket, 2)).toBe(1);
  });

  test('a clock that is set back gives no tokens, and locks nobody out', () => {
    const bucket = limiter(1, 2);
    expect(taken(bucket, 5)).toBe(2);
    now -= 60_000;
    expect(taken(bucket, 5)).toBe(0);
    now += 1000;
    expect(taken(bucket, 5)).toBe(1);
  });

  test('memory exhaustion: credentials that have rested are forgotten', () => {
    const bucket = limiter(10, 10);
    for (let n = 0; n < 20_000; n += 1) {
      bucket.take('o', String(n));
      now += 1;
    }
    // A credential rests for 100 ms until it has its token back.
    expect(bucket.size).toBeLessThanOrEqual(1024);
  });
});

describe('over HTTP', () => {
  let service: LocalService;
  let ann: Member;
  beforeEach(async () => {
    service = await LocalService.start();
    ann = await addMember(service, 'Ann');
    service.rateLimit = { perSecond: 0.5, burst: 3 };
    await service.restart();
  });
  afterEach(async () => {
    await service.stop();
  });
  const whoami = (member = ann) => service.query('whoami', {}, member.signer);

  test('a flood from one credential is answered 429 with Retry-After, and others are served', async () => {
    for (let n = 0; n < 3; n += 1) expect((await whoami()).status).toBe(200);
    const sent = await whoami();
    expect([sent.status, sent.json.code, codeOf(sent)]).toEqual([429, 8, 'RATE_LIMIT_EXCEEDED']);
    expect(sent.headers['retry-after']).toBe('2');
    expect(sent.headers['ratelimit-remaining']).toBe('0');
    expect((await service.query('whoami')).status).toBe(200);
    service.now += 2000;
    expect((await whoami()).status).toBe(200);
  });

  test('a submit that is refused so has no effect', async () => {
    for (let n = 0; n < 3; n += 1) await whoami();
    const rename = { userId: ann.userId, userName: 'Someone else' };
    expect((await service.submit('update_user_name', rename, ann.signer)).status).toBe(429);
    const { text } = await service.query('get_user', { userId: ann.userId });
    expect(text).toContain('"Ann"');
    expect((await service.query('list_activities')).text).not.toContain('UPDATE_USER_NAME');
  });

  test('starving: requests in the name of another’s credential take none of its tokens', async () => {
    const body = JSON.stringify({ organizationId: service.ready.organizationId });
    const other = freshSigner();
    const { publicKey, scheme } = ann.signer;
    const forged = { publicKey, scheme, sign: (bytes: Uint8Array) => other.sign(bytes) };
    for (let n = 0; n < 10; n += 1) {
      const sent = await send(`${service.ready.url}/public/v1/query/whoami`, body, stampHeader(body, forged));
      expect([sent.status, codeOf(sent)]).toEqual([401, 'SIGNATURE_INVALID']);
    }
    expect((await whoami()).status).toBe(200);
  });
});
