import { describe, expect, it } from 'vitest';
import { createRatePause } from '#main/features/request-groups/rate-pause.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

describe('the pause that a service’s limit asks for', () => {
  it('holds everybody back once for refusals of the same moment, and longer each time', async () => {
    const clock = fakeClock();
    const pause = createRatePause(clock);
    await pause.wait();
    const lengths: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      expect([pause.refused(0), pause.refused(0), pause.refused(0)]).toEqual([true, true, true]);
      let passed = 0;
      const waiting = Promise.all([pause.wait(), pause.wait()]).then(() => (passed = 2));
      let length = 0;
      while (passed === 0) {
        clock.forward(500);
        length += 500;
        await new Promise(setImmediate);
      }
      await waiting;
      lengths.push(length);
    }
    expect(lengths).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    pause.taken();
    pause.refused(0);
    let isPast = false;
    void pause.wait().then(() => (isPast = true));
    clock.forward(1_000);
    await new Promise(setImmediate);
    expect(isPast).toBe(true);
  });

  it('is given up after twenty in a row', () => {
    const clock = fakeClock();
    const pause = createRatePause(clock);
    const answers = Array.from({ length: 21 }, () => {
      const isWorth = pause.refused(0);
      clock.forward(30_000);
      return isWorth;
    });
    expect(answers.filter(Boolean)).toHaveLength(20);
    expect(answers.at(-1)).toBe(false);
  });

  it('lasts for as long as the service asks to be left alone, ten minutes at most', async () => {
    const clock = fakeClock();
    const pause = createRatePause(clock);
    expect(pause.refused(60_000)).toBe(true);
    let isPast = false;
    const waiting = pause.wait().then(() => (isPast = true));
    clock.forward(59_999);
    await new Promise(setImmediate);
    expect(isPast).toBe(false);
    clock.forward(1);
    await waiting;
    expect(pause.refused(10 * 60_000 + 1)).toBe(false);
  });

  it('ends at once when it is called off', async () => {
    const pause = createRatePause(fakeClock());
    pause.refused(0);
    const waiting = pause.wait();
    pause.end();
    await waiting;
  });
});
