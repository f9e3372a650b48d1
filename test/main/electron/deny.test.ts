// Electron does not run in vitest: these fakes record what each refusal registers. test/e2e tries the real thing.
import type { Session, WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { ELECTRON_SURFACES } from '#main/bridge/surfaces.ts';
import {
  denyDownloads,
  denyFiles,
  denyNavigation,
  denyNetwork,
  denyNewWindows,
  denyPermissions,
  denyWebviews,
  lendCamera,
} from '#main/electron/guard-contents.ts';

// Types and events are enough here: nothing of Electron itself runs.
vi.mock('electron', () => ({}));

type Listener = (...given: unknown[]) => unknown;

/** An object whose every method keeps the function that it was given. */
function recorder() {
  const kept = new Map<string, Listener>();
  const object: unknown = new Proxy(
    {},
    {
      get: (_target, method: string) => (first: unknown, second?: unknown) => {
        if (typeof first === 'string') kept.set(first, second as Listener);
        else kept.set(method, first as Listener);
      },
    },
  );
  /** Fires an event and says whether it was prevented. */
  const prevents = (event: string): boolean => {
    let prevented = false;
    kept.get(event)?.({ preventDefault: () => (prevented = true) });
    return prevented;
  };
  return { object: object as Session & WebContents, kept, prevents };
}

describe('a page', () => {
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('is kept from leaving: %s', (event) => {
    const { object, prevents } = recorder();
    denyNavigation(object);
    expect(prevents(event)).toBe(true);
  });

  it('opens no window', () => {
    const { object, kept } = recorder();
    denyNewWindows(object);
    expect(kept.get('setWindowOpenHandler')?.({ url: 'app://console/index.html' })).toEqual({
      action: 'deny',
    });
  });

  it('attaches no webview', () => {
    const { object, prevents } = recorder();
    denyWebviews(object);
    expect(prevents('will-attach-webview')).toBe(true);
  });
});

describe('a session', () => {
  it('downloads nothing', () => {
    const { object, prevents } = recorder();
    denyDownloads(object);
    expect(prevents('will-download')).toBe(true);
  });

  it('reads no file', () => {
    const { object, kept } = recorder();
    denyFiles({ protocol: object as unknown as Session['protocol'] });
    expect(kept.get('file')?.()).toMatchObject({ status: 403 });
  });

  it('grants no permission, asked for, looked up or for a device', () => {
    const { object, kept } = recorder();
    denyPermissions(object);
    let granted: unknown;
    kept.get('setPermissionRequestHandler')?.(null, 'media', (answer: unknown) => (granted = answer));
    expect(granted).toBe(false);
    expect(kept.get('setPermissionCheckHandler')?.(null, 'clipboard-read')).toBe(false);
    expect(kept.get('setDevicePermissionHandler')?.({ deviceType: 'hid' })).toBe(false);
  });

  const cancels = (address: Parameters<typeof denyNetwork>[1], url: string): unknown => {
    const { object, kept } = recorder();
    denyNetwork({ webRequest: object as unknown as Session['webRequest'] }, address);
    let answer: unknown;
    kept.get('onBeforeRequest')?.({ url }, (given: unknown) => (answer = given));
    return answer;
  };

  it("lets its surface's own address through", () => {
    expect(cancels(ELECTRON_SURFACES.console, 'app://console/index.html')).toEqual({ cancel: false });
  });

  it.each([
    'https://example.com/',
    'http://127.0.0.1:80/',
    'file:///etc/passwd',
    'approval://surface/approval.html',
    'app://console.evil/',
    'ws://127.0.0.1/',
    'data:text/html,x',
  ])('cancels every other request: %s', (url) => {
    expect(cancels(ELECTRON_SURFACES.console, url)).toEqual({ cancel: true });
  });

  it('cancels everything where no surface is shown', () => {
    expect(cancels(null, 'app://console/index.html')).toEqual({ cancel: true });
  });
});

describe('the camera', () => {
  const PAGE = 'app://console/index.html';
  const PICTURES = { mediaTypes: ['video'], requestingUrl: PAGE, isMainFrame: true };
  const LOOK = { mediaType: 'video', requestingUrl: PAGE, isMainFrame: true };

  function lent(isOpen: boolean) {
    const { object, kept } = recorder();
    denyPermissions(object);
    const camera = lendCamera(object, ELECTRON_SURFACES.console);
    if (isOpen) camera(true);
    return {
      camera,
      asks: (permission: string, details: object): unknown => {
        let granted: unknown = 'unanswered';
        kept.get('setPermissionRequestHandler')?.(
          null,
          permission,
          (answer: unknown) => (granted = answer),
          details,
        );
        return granted;
      },
      looks: (permission: string, details: object): unknown =>
        kept.get('setPermissionCheckHandler')?.(null, permission, 'app://console/', details),
      device: (): unknown => kept.get('setDevicePermissionHandler')?.({ deviceType: 'hid' }),
    };
  }

  it('is lent to the page while it is open, for pictures alone', () => {
    const { camera, asks, looks } = lent(true);
    expect([asks('media', PICTURES), looks('media', LOOK)]).toEqual([true, true]);
    camera(false);
    expect([asks('media', PICTURES), looks('media', LOOK)]).toEqual([false, false]);
  });

  it('attack: it is asked for before it is opened', () => {
    const { asks, looks } = lent(false);
    expect([asks('media', PICTURES), looks('media', LOOK)]).toEqual([false, false]);
  });

  it.each([
    ['the microphone', { mediaTypes: ['audio'] }, { mediaType: 'audio' }],
    ['the microphone beside it', { mediaTypes: ['video', 'audio'] }, { mediaType: 'unknown' }],
    ['nothing by name', { mediaTypes: [] }, { mediaType: 'unknown' }],
    ['what is not said', { mediaTypes: undefined }, { mediaType: undefined }],
    ['it for a frame', { isMainFrame: false }, { isMainFrame: false }],
    [
      'it for another address',
      { requestingUrl: 'app://console.evil/' },
      { requestingUrl: 'app://console.evil/' },
    ],
    [
      'it for the approval surface',
      { requestingUrl: 'approval://surface/approval.html' },
      { requestingUrl: 'approval://surface/approval.html' },
    ],
    ['it for no document', { requestingUrl: undefined }, { requestingUrl: undefined }],
  ])('attack: while it is open, a page asks for %s', (_what, asked, looked) => {
    const { asks, looks } = lent(true);
    expect(asks('media', { ...PICTURES, ...asked })).toBe(false);
    expect(looks('media', { ...LOOK, ...looked })).toBe(false);
  });

  it.each(['display-capture', 'geolocation', 'notifications', 'clipboard-read', 'hid', 'midi', 'fullscreen'])(
    'attack: while it is open, a page asks for %s',
    (permission) => {
      const { asks, looks, device } = lent(true);
      expect([asks(permission, PICTURES), looks(permission, LOOK), device()]).toEqual([false, false, false]);
    },
  );
});
