import type { App, BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';
import { closeBeforeQuit, keepSingleInstance } from '#main/electron/life-cycle.ts';

// Types and events are enough here: nothing of Electron itself runs.
vi.mock('electron', () => ({}));

// Electron does not run in vitest: this is the little of its app that is used.
function fakeApp(isFirst: boolean) {
  const listeners = new Map<string, (event: { preventDefault(): void }) => void>();
  const exit = vi.fn();
  const app: unknown = {
    requestSingleInstanceLock: () => isFirst,
    exit,
    quit: vi.fn(),
    on: (event: string, listener: (event: { preventDefault(): void }) => void) =>
      listeners.set(event, listener),
  };
  const preventDefault = vi.fn();
  return {
    app: app as App,
    exit,
    fire: (event: string) => listeners.get(event)?.({ preventDefault }),
    preventDefault,
  };
}

it('ends at once where a console runs on the same folder', () => {
  const { app, exit } = fakeApp(false);
  expect(keepSingleInstance(app, () => undefined)).toBe(false);
  expect(exit).toHaveBeenCalledWith(0);
});

it('shows its window when a second console is started', () => {
  const { app, fire } = fakeApp(true);
  const window = { isMinimized: () => true, restore: vi.fn(), focus: vi.fn() };
  expect(keepSingleInstance(app, () => window as unknown as BrowserWindow)).toBe(true);
  fire('second-instance');
  expect(window.restore).toHaveBeenCalled();
  expect(window.focus).toHaveBeenCalled();
});

it('closes the console once before it ends, however often it is asked to', async () => {
  const { app, exit, fire, preventDefault } = fakeApp(true);
  const close = vi.fn(() => Promise.resolve());
  closeBeforeQuit(app, close);
  fire('before-quit');
  fire('before-quit');
  await expect.poll(() => exit).toHaveBeenCalledWith(0);
  expect(close).toHaveBeenCalledTimes(1);
  expect(preventDefault).toHaveBeenCalledTimes(2);
});

it('says with its exit code that closing failed', async () => {
  const { app, exit, fire } = fakeApp(true);
  closeBeforeQuit(app, () => Promise.reject(new Error('disk')));
  fire('before-quit');
  await expect.poll(() => exit).toHaveBeenCalledWith(1);
});
