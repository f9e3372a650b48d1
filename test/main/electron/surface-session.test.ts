import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { served } from '#main/electron/surface-session.ts';

// Types and events are enough here: nothing of Electron itself runs.
vi.mock('electron', () => ({}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits for the type, whatever else is served before', async () => {
  const { onServed, done } = served('text/javascript');
  let isDone = false;
  void done.then(() => (isDone = true));
  onServed('text/html; charset=utf-8');
  await vi.advanceTimersByTimeAsync(500);
  expect(isDone).toBe(false);
  onServed('text/javascript; charset=utf-8');
  await done;
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait for ever for a page that asks for nothing', async () => {
  const { done } = served('text/javascript');
  await vi.advanceTimersByTimeAsync(1_000);
  await done;
});
