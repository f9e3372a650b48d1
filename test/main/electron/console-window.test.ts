import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reloadCrashedPage, renewPage, showWhenDrawn } from '#main/electron/console-window.ts';

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

describe('a window that opens', () => {
  // Electron does not run in vitest: these are the events and calls that are used.
  const setUp = () => {
    vi.useFakeTimers();
    const did: string[] = [];
    const window = Object.assign(new EventEmitter(), {
      show: () => void did.push('shown'),
      isDestroyed: () => false,
      loadURL: (url: string) => {
        did.push(url);
        return Promise.reject(new Error('ERR_ABORTED'));
      },
      webContents: Object.assign(new EventEmitter(), {
        forcefullyCrashRenderer: () => void did.push('ended'),
      }),
    });
    showWhenDrawn(window as unknown as Parameters<typeof showWhenDrawn>[0], 'app://console/', 10_000);
    return { window, did };
  };
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is shown when its page is drawn, and then left alone', () => {
    const { window, did } = setUp();
    window.emit('ready-to-show');
    vi.advanceTimersByTime(60_000);
    expect(did).toEqual(['shown']);
  });

  it('is loaded again in another process when nothing is drawn within 10 seconds', () => {
    const { window, did } = setUp();
    vi.advanceTimersByTime(10_000);
    expect(did).toEqual(['ended', 'app://console/']);
    window.emit('ready-to-show');
    vi.advanceTimersByTime(60_000);
    expect(did).toEqual(['ended', 'app://console/', 'shown']);
  });

  it('is not loaded again while its page goes on, however slow the computer is', () => {
    const { window, did } = setUp();
    vi.advanceTimersByTime(9_900);
    window.webContents.emit('did-navigate');
    vi.advanceTimersByTime(9_900);
    window.webContents.emit('dom-ready');
    vi.advanceTimersByTime(9_900);
    expect(did).toEqual([]);
    window.emit('ready-to-show');
    vi.advanceTimersByTime(60_000);
    expect(did).toEqual(['shown']);
  });

  it('is loaded again when its page comes over and over and is never drawn', () => {
    const { window, did } = setUp();
    for (let count = 0; count < 11; count += 1) {
      vi.advanceTimersByTime(1_000);
      window.webContents.emit('did-navigate');
    }
    expect(did).toEqual(['ended', 'app://console/']);
  });

  it('is not shown a second time by a page that comes after it was shown as it is', () => {
    const { window, did } = setUp();
    vi.advanceTimersByTime(20_000);
    window.webContents.emit('did-navigate');
    window.webContents.emit('dom-ready');
    vi.advanceTimersByTime(60_000);
    expect(did).toEqual(['ended', 'app://console/', 'shown']);
  });

  it('is shown as it is when the second page is not drawn either', () => {
    const { did } = setUp();
    vi.advanceTimersByTime(120_000);
    expect(did).toEqual(['ended', 'app://console/', 'shown']);
  });

  it('is not opened again once it was closed', () => {
    const { window, did } = setUp();
    window.emit('closed');
    vi.advanceTimersByTime(120_000);
    expect(did).toEqual([]);
  });
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
    await vi.waitFor(() => expect(kill).toHaveBeenCalledWith(4_194_305, 'SIGKILL'), 30_000);
    leave();
    await renewed;
    kill.mockRestore();
  });
});
