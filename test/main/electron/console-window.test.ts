import type { WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { reloadCrashedPage, renewPage } from '#main/electron/console-window.ts';

// Types and events are enough here: nothing of Electron itself runs.
vi.mock('electron', () => ({}));

// Electron does not run in vitest: this is the one event that is listened to.
function fakeContents() {
  let onGone: (event: unknown, details: { reason: string }) => void = () => undefined;
  const reload = vi.fn();
  const contents: unknown = { on: (_name: string, listener: typeof onGone) => (onGone = listener), reload };
  reloadCrashedPage(contents as WebContents);
  return { die: (reason: string) => onGone({}, { reason }), reload };
}

it('loads a page again when its process died, but not for ever', () => {
  const { die, reload } = fakeContents();
  for (let death = 1; death <= 10; death += 1) die('crashed');
  expect(reload).toHaveBeenCalledTimes(3);
});

it('leaves a page that ended by itself alone', () => {
  const { die, reload } = fakeContents();
  die('clean-exit');
  expect(reload).not.toHaveBeenCalled();
});

describe('the page of a console that is locked', () => {
  const setUp = (url: string, onLoad: (url: string) => Promise<void> = () => Promise.resolve()) => {
    const loaded: string[] = [];
    const objections = new Set<unknown>();
    const contents: unknown = {
      isDestroyed: () => false,
      getURL: () => url,
      getOSProcessId: () => 4_194_305,
      on: (_name: string, listener: unknown) => objections.add(listener),
      off: (_name: string, listener: unknown) => objections.delete(listener),
      loadURL: (to: string) => {
        loaded.push(to);
        return onLoad(to);
      },
    };
    return { contents: contents as WebContents, loaded, objections };
  };

  it('gets another process, and comes back to its screen', async () => {
    const { contents, loaded, objections } = setUp('app://console/index.html#export');
    await renewPage(contents);
    expect(loaded).toEqual(['about:blank', 'app://console/index.html#export']);
    expect(objections.size).toBe(0);
  });

  it('attack: its scripts hang or object so that it stays; its process is ended', async () => {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    let leave = (): void => undefined;
    const { contents } = setUp('app://console/index.html', (to) =>
      to === 'about:blank' ? new Promise((resolve) => (leave = resolve)) : Promise.resolve(),
    );
    const renewed = renewPage(contents, 1);
    await vi.waitFor(() => expect(kill).toHaveBeenCalledWith(4_194_305, 'SIGKILL'));
    leave();
    await renewed;
    kill.mockRestore();
  });
});
