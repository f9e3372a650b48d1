import { describe, expect, it } from 'vitest';
import { retry } from '#main/service-client/exchange.ts';
import { readErrorBody } from '#main/service-client/service-refusal.ts';
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
