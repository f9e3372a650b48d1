import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Envelope } from '#preload/contract/call.ts';
import { CHROMIUM_SURFACES, pageUrl } from '../bridge/surfaces.ts';
import type { PageFiles } from '../pages/page-files.ts';
import { bindSurface, serveRoutes } from './surface-page.ts';
import { contextOptions } from './launch-browser.ts';

/** The size of the approval's window, in CSS pixels. */
const SIZE = { width: 760, height: 800 } as const;

interface ApprovalPageOptions {
  readonly browser: Browser;
  readonly headless: boolean;
  readonly files: PageFiles;
  readonly preload: string;
  readonly theme: () => 'light' | 'dark' | null;
  readonly invoke: (name: string, input: unknown) => Promise<Envelope>;
  /** Called when the operator closes it, or its page dies, while it is shown. */
  readonly onGone: () => void;
}

/** One time that the surface is shown: its browser session once there is one, then its page. */
interface Showing {
  context?: BrowserContext;
  page?: Page;
}

/** The approval surface in Chromium: a window in a browser session of its own, opened anew each time. */
export interface ApprovalPage {
  show(): Promise<void>;
  hide(): Promise<void>;
  page(): Page | undefined;
}

/** Prepares the approval surface; nothing of it exists before it is shown. */
export function createApprovalPage(options: ApprovalPageOptions): ApprovalPage {
  const address = CHROMIUM_SURFACES.approval;
  /** What nothing has hidden yet. */
  let current: Showing | undefined;

  const open = async (showing: Showing): Promise<void> => {
    const context = await options.browser.newContext({
      ...contextOptions(options.headless),
      colorScheme: options.theme(),
    });
    // What has ended before it had a session is closed here, everything later by who ends it.
    if (current !== showing) return context.close();
    showing.context = context;
    await context.grantPermissions([]);
    await serveRoutes(context, address, options.files);
    const page = await context.newPage();
    if (current !== showing) return;
    showing.page = page;
    const gone = (): void => {
      if (current !== showing) return;
      current = undefined;
      // A browser that ends closes its sessions itself.
      void context.close().catch(() => undefined);
      options.onGone();
    };
    page.on('crash', gone);
    page.on('close', gone);
    await bindSurface(page, address, options.preload, options.invoke);
    if (!options.headless) await resize(page);
    await page.goto(pageUrl(address));
    await page.bringToFront();
  };

  return {
    async show() {
      if (current !== undefined) return current.page?.bringToFront();
      const showing: Showing = {};
      current = showing;
      try {
        await open(showing);
      } catch (error) {
        // What was hidden while it still loaded fails to load, and nobody misses it.
        if (current !== showing) return;
        current = undefined;
        await showing.context?.close();
        throw error;
      }
    },
    async hide() {
      const context = current?.context;
      current = undefined;
      await context?.close();
    },
    page: () => current?.page,
  };
}

async function resize(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: SIZE });
  await session.detach();
}
