import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFirstFilesSignal, inPieces } from '#main/electron/surface-session.ts';

// Types and events are enough here: nothing of Electron itself runs.
vi.mock('electron', () => ({}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits for all that the document names, whatever else is served before', async () => {
  // Other tests of this process may have left timers.
  vi.clearAllTimers();
  const { onServed, done } = createFirstFilesSignal(new Set(['/assets/index.js', '/assets/index.css']));
  let isDone = false;
  void done.then(() => (isDone = true));
  onServed('/index.html');
  onServed('/assets/index.js');
  onServed('/assets/index.js');
  await vi.advanceTimersByTimeAsync(500);
  expect(isDone).toBe(false);
  onServed('/assets/index.css');
  await done;
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait for ever for a page that asks for nothing', async () => {
  const { done } = createFirstFilesSignal(new Set(['/assets/index.js']));
  await vi.advanceTimersByTimeAsync(1_000);
  await done;
});

it('serves a file in pieces, whole and in order, and says so when the last was taken', async () => {
  const bytes = new Uint8Array(200_000).map((_, index) => index % 251);
  const onTaken = vi.fn();
  const reader = inPieces(bytes, onTaken).getReader();
  const pieces: number[] = [];
  const read: number[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    expect(onTaken).not.toHaveBeenCalled();
    pieces.push(value.length);
    read.push(...value);
  }
  expect(pieces).toEqual([65_536, 65_536, 65_536, 3_392]);
  expect(Buffer.from(read).equals(Buffer.from(bytes))).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(onTaken).toHaveBeenCalledTimes(1);
});
