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
      expect([pause.refused(), pause.refused(), pause.refused()]).toEqual([true, true, true]);
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
    pause.refused();
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
      const isWorth = pause.refused();
      clock.forward(30_000);
      return isWorth;
    });
    expect(answers.filter(Boolean)).toHaveLength(20);
    expect(answers.at(-1)).toBe(false);
  });

  it('ends at once when it is called off', async () => {
    const pause = createRatePause(fakeClock());
    pause.refused();
    const waiting = pause.wait();
    pause.end();
    await waiting;
  });
});
