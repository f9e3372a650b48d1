import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageSignal } from '#main/electron/page-signal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits for the page, and leaves no timer behind', async () => {
  // Other tests of this process may have left timers.
  vi.clearAllTimers();
  const { give, given } = createPageSignal();
  let isGiven = false;
  void given.then(() => (isGiven = true));
  await vi.advanceTimersByTimeAsync(500);
  expect(isGiven).toBe(false);
  give();
  give();
  await given;
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait for ever for a page that neither draws nor calls', async () => {
  const { given } = createPageSignal();
  await vi.advanceTimersByTimeAsync(1_000);
  await given;
});
