import type { Page } from 'playwright-core';
import type { Host, ServiceOptions, ServiceProcess, Surface } from '../platform/host.ts';
import { consoleError } from '../platform/errors.ts';
import type { ApprovalPage } from './approval-page.ts';
import { sendNews } from './bind-surface.ts';
import { openInBrowser } from './open-in-browser.ts';
import { saveText } from './save-text.ts';

interface ChromiumHostOptions {
  readonly page: Page;
  readonly approval: ApprovalPage;
  readonly sandboxed: boolean;
  readonly onGesture: (listener: () => void) => void;
  readonly onTheme: (theme: 'system' | 'light' | 'dark') => void;
  readonly startService: (options: ServiceOptions) => Promise<ServiceProcess>;
}

const cannot = (what: string): Promise<never> => Promise.reject(consoleError('HOST_CANNOT', { what }));

/** What a browser's window gives the console: less than Electron, and it says so in `can`. */
export function createChromiumHost(options: ChromiumHostOptions): Host {
  const { page, approval } = options;
  const pageOf = (surface: Surface): Page | undefined => (surface === 'console' ? page : approval.page());
  const write = (text: string): Promise<void> =>
    page.evaluate((copied) => {
      const { navigator } = globalThis as unknown as {
        navigator: { clipboard: { writeText(text: string): Promise<void> } };
      };
      return navigator.clipboard.writeText(copied);
    }, text);
  return {
    kind: 'chromium',
    sandboxed: options.sandboxed,
    can: { pickFiles: false, readClipboard: false },
    showApproval: () => approval.show(),
    hideApproval: async () => {
      await approval.hide();
      if (!page.isClosed()) await page.bringToFront();
    },
    send: (surface, name, payload) => {
      const target = pageOf(surface);
      if (target !== undefined) void sendNews(target, name, payload);
    },
    pickFile: () => cannot('show a file dialog'),
    readClipboard: () => cannot('read the clipboard'),
    copy: write,
    clearClipboard: async () => {
      if (!page.isClosed()) await write('');
    },
    save: (name, text) => saveText(name, text),
    openExternal: openInBrowser,
    // A browser is not told; what depends on the time looks at the clock often enough.
    onWake: () => undefined,
    onAway: () => undefined,
    // The window shows notices itself; a page's notifications would need a permission that it does not get.
    notify: () => undefined,
    onGesture: options.onGesture,
    // Its window is its own: no other page can move it, and its own page sees the operator do it.
    onApprovalMoved: () => undefined,
    behindApproval: () => null,
    setTheme: options.onTheme,
    startService: options.startService,
  };
}
