import { describe, expect, it } from 'vitest';
import { throttle } from '#main/platform/pacing.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';

describe('a function that is called no more often than it should be', () => {
  it('is called at once, once for all that came meanwhile, and never loses the last', () => {
    const clock = fakeClock();
    let calls = 0;
    const call = throttle(clock, 100, () => (calls += 1));
    call();
    expect(calls).toBe(1);
    for (let round = 0; round < 10; round += 1) call();
    expect(calls).toBe(1);
    clock.forward(100);
    expect(calls).toBe(2);
    clock.forward(1_000);
    expect(calls).toBe(2);
    call();
    expect(calls).toBe(3);
  });

  it('attack: says nothing for an hour after the clock was set back by one', () => {
    const clock = fakeClock();
    let calls = 0;
    const call = throttle(clock, 100, () => (calls += 1));
    call();
    clock.setBack(3_600_000);
    call();
    clock.forward(100);
    expect(calls).toBe(2);
  });
});
