import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reloadCrashedPage, renewPage, showWhenDrawn } from '#main/electron/console-window.ts';

// Types and events are enough here: nothing of Electron itself runs.
vi.mock('electron', () => ({}));

describe('a page whose process dies', () => {
  // Electron does not run in vitest: these are the one event that is listened to, and what is called.
  const setUp = (url = 'app://console/index.html') => {
    vi.useFakeTimers();
    let onGone: (event: unknown, details: { reason: string }) => void = () => undefined;
    const loaded: string[] = [];
    const contents: unknown = {
      on: (_name: string, listener: typeof onGone) => (onGone = listener),
      getURL: () => url,
      loadURL: (to: string) => {
        loaded.push(to);
        return Promise.reject(new Error('ERR_ABORTED'));
      },
    };
    reloadCrashedPage(contents as WebContents);
    return { die: (reason: string) => onGone({}, { reason }), loaded };
  };
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is loaded again, but not for ever', () => {
    const { die, loaded } = setUp();
    for (let death = 1; death <= 10; death += 1) die('crashed');
    expect(loaded).toHaveLength(3);
  });

  it('is loaded again each time if its processes die less often than three times a minute', () => {
    const { die, loaded } = setUp();
    for (let death = 1; death <= 10; death += 1) {
      die('killed');
      vi.advanceTimersByTime(30_000);
    }
    expect(loaded).toHaveLength(10);
  });

  it('is left alone where it ended by itself', () => {
    const { die, loaded } = setUp();
    die('clean-exit');
    expect(loaded).toEqual([]);
  });

  it.each([
    ['app://console/index.html#journal', 'app://console/index.html#journal'],
    ['app://console/index.html#what%20it%20keeps', 'app://console/index.html'],
    ['about:blank', 'app://console/index.html'],
    ['', 'app://console/index.html'],
  ])('attack: it leaves what it wants to keep in its address (%s); it comes back to %s', (url, home) => {
    const { die, loaded } = setUp(url);
    die('killed');
    expect(loaded).toEqual([home]);
  });
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
  /** A page's methods and events; nothing that is loaded arrives until `arrive` or `fail` is called. */
  const setUp = (url = 'app://console/index.html') => {
    vi.useFakeTimers();
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    const loaded: string[] = [];
    const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
    const events = new EventEmitter();
    const contents = Object.assign(events, {
      isDestroyed: () => false,
      getURL: () => url,
      getOSProcessId: () => 4_194_305,
      loadURL: (to: string) => {
        loaded.push(to);
        return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
      },
    });
    const renewed = renewPage(contents as unknown as WebContents);
    const arrive = async (): Promise<void> => {
      ends.at(-1)?.resolve();
      await vi.advanceTimersByTimeAsync(0);
    };
    const fail = (code: string): void => ends.at(-1)?.reject(Object.assign(new Error(code), { code }));
    return { renewed, loaded, kill, arrive, fail, events };
  };
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('gets another process, and comes back to its screen', async () => {
    const { renewed, loaded, arrive, events } = setUp('app://console/index.html#export');
    await arrive();
    await arrive();
    await renewed;
    expect(loaded).toEqual(['about:blank', 'app://console/index.html#export']);
    expect(events.eventNames()).toEqual([]);
  });

  it('attack: its scripts hang or object so that it stays; its process is ended, and it is left to come back', async () => {
    const { renewed, loaded, kill, fail, events } = setUp();
    vi.advanceTimersByTime(2_000);
    expect(kill).toHaveBeenCalledWith(4_194_305, 'SIGKILL');
    // So Chromium ends a navigation whose process died.
    fail('ERR_FAILED');
    await renewed;
    expect(loaded).toEqual(['about:blank']);
    expect(events.eventNames()).toEqual([]);
  });

  it('is not ended while the process that comes takes its time', async () => {
    const { renewed, kill, arrive, events } = setUp();
    vi.advanceTimersByTime(1_900);
    events.emit('did-start-navigation', { url: 'about:blank' });
    vi.advanceTimersByTime(9_900);
    expect(kill).not.toHaveBeenCalled();
    await arrive();
    await arrive();
    await renewed;
    vi.advanceTimersByTime(60_000);
    expect(kill).not.toHaveBeenCalled();
  });

  it('attack: it goes from place to place within itself, so that it gets more time; it gets none', async () => {
    const { renewed, kill, fail, events } = setUp();
    vi.advanceTimersByTime(1_900);
    events.emit('did-start-navigation', { url: 'app://console/index.html#keys' });
    vi.advanceTimersByTime(100);
    expect(kill).toHaveBeenCalledTimes(1);
    fail('ERR_FAILED');
    await renewed;
  });

  it('rejects with the reason if a page cannot be loaded and no process was ended', async () => {
    const { renewed, fail } = setUp();
    fail('ERR_FAILED');
    await expect(renewed).rejects.toThrow('ERR_FAILED');
  });
});
