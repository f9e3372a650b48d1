import { describe, expect, it } from 'vitest';
import { retry } from '#main/service-client/exchange.ts';
import { type ServiceRefusal, readErrorBody, serviceRefusal } from '#main/service-client/service-refusal.ts';
import { TIMING } from '#main/platform/clock.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';

const body = JSON.stringify({
  code: 8,
  message: 'Too many requests',
  details: [],
  turnkeyErrorCode: 'RATE_LIMIT_EXCEEDED',
});

/** Tries against a service that is too busy once; gives when each try was made, in ms after the first. */
async function triesAfter(retryAfterMs: number | undefined): Promise<readonly number[]> {
  const clock = fakeClock(0);
  const tries: number[] = [];
  const over = new AbortController();
  const outcome = retry({ clock, timing: TIMING, random: () => 0 }, () => {
    tries.push(clock.now());
    return tries.length > 1
      ? Promise.resolve('taken')
      : Promise.reject(readErrorBody(429, body, retryAfterMs));
  }).finally(() => over.abort());
  outcome.catch(() => undefined);
  for (let ms = 0; !over.signal.aborted && ms <= TIMING.retryForMs; ms += 125) {
    await new Promise(setImmediate);
    clock.forward(125);
  }
  await outcome;
  return tries;
}

describe('a service that takes no more for now', () => {
  it('is asked again after a short pause of the console’s own', async () => {
    expect(await triesAfter(undefined)).toEqual([0, 125]);
  });

  it('is left alone for as long as it asks for', async () => {
    expect(await triesAfter(3_000)).toEqual([0, 3_000]);
  });

  it('is not waited for where it asks for more than anybody waits', async () => {
    await expect(triesAfter(TIMING.retryForMs + 1_000)).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      delivery: 'not-sent',
    });
  });
});

describe('a refusal after a try that may have arrived', () => {
  const lost = serviceRefusal('SERVICE_CONNECTION_LOST', { host: 'vault.example', delivery: 'uncertain' });
  const refusal = (httpStatus: number, turnkeyErrorCode: string, code = 3): ServiceRefusal =>
    readErrorBody(httpStatus, JSON.stringify({ code, message: 'No', details: [], turnkeyErrorCode }));

  /** How a request ends that was lost once and refused then. */
  async function lostAndThen(second: ServiceRefusal): Promise<unknown> {
    let tries = 0;
    const clock = fakeClock(0);
    const timing = { ...TIMING, retries: 1 };
    const ended = retry({ clock, timing, random: () => 0 }, () => {
      tries += 1;
      return Promise.reject(tries === 1 ? lost : second);
    }).catch((error: unknown) => error);
    const over = new AbortController();
    void ended.then(() => over.abort());
    while (!over.signal.aborted) {
      clock.forward(1_000);
      await new Promise(setImmediate);
    }
    return ended;
  }

  it.each([
    ['its key is gone: the first try deleted it', refusal(401, 'PUBLIC_KEY_NOT_FOUND', 16)],
    ['its key has expired', refusal(401, 'API_KEY_EXPIRED', 16)],
    ['it comes from another address', refusal(403, 'FORBIDDEN', 7)],
    ['a gateway has no name for it', refusal(403, 'UNSPECIFIED', 7)],
    ['its time is over', refusal(400, 'INVALID_TIME')],
    ['its organization is elsewhere', refusal(404, 'ORGANIZATION_NOT_FOUND', 5)],
    ['it comes too fast', refusal(429, 'RATE_LIMIT_EXCEEDED', 8)],
  ])('attack: is taken for a sign that nothing was done, where %s', async (_why, second) => {
    const { code, httpStatus, refusalBody } = second;
    expect(await lostAndThen(second)).toMatchObject({ delivery: 'uncertain', code, httpStatus, refusalBody });
  });

  it.each([
    ['a wrong field', refusal(400, 'REQUEST_INVALID')],
    ['what isn’t there', refusal(404, 'NOT_FOUND', 5)],
    ['no policy', refusal(403, 'REQUEST_NOT_AUTHORIZED', 7)],
    ['too many authenticators', refusal(429, 'UNSPECIFIED', 8)],
  ])('is final for %s: the service would have answered with what it did', async (_why, second) => {
    expect(await lostAndThen(second)).toBe(second);
  });
});
