import type { App } from 'electron';
import { expect, it, vi } from 'vitest';
import { guardContents } from '#main/electron/guard-contents.ts';

// Types and events are enough here: nothing of Electron itself runs.
vi.mock('electron', () => ({}));

// Electron does not run in vitest: what is registered on these recorders is what matters.
const recorder = (): { object: unknown; asked: string[] } => {
  const asked: string[] = [];
  const object: unknown = new Proxy(
    {},
    {
      get: (_target, method: string) =>
        method === 'webRequest' || method === 'protocol'
          ? object
          : (first: unknown) => void asked.push(typeof first === 'string' ? first : method),
    },
  );
  return { object, asked };
};

it('puts every refusal on every window, page and session from its first moment', () => {
  const listeners = new Map<string, (...given: unknown[]) => void>();
  const app = {
    on: (event: string, listener: (...given: unknown[]) => void) => listeners.set(event, listener),
  } as unknown as Pick<App, 'on'>;
  guardContents(app);

  const contents = recorder();
  listeners.get('web-contents-created')?.({}, contents.object);
  expect(contents.asked).toEqual(
    expect.arrayContaining([
      'content-bounds-updated',
      'will-navigate',
      'will-frame-navigate',
      'will-redirect',
      'will-attach-webview',
      'setWindowOpenHandler',
    ]),
  );

  const window = { setContentProtection: vi.fn() };
  listeners.get('browser-window-created')?.({}, window);
  expect(window.setContentProtection).toHaveBeenCalledExactlyOnceWith(true);

  const session = recorder();
  listeners.get('session-created')?.(session.object);
  expect(session.asked).toEqual(
    expect.arrayContaining([
      'will-download',
      'file',
      'setPermissionRequestHandler',
      'setPermissionCheckHandler',
      'setDevicePermissionHandler',
      'onBeforeRequest',
    ]),
  );
});
