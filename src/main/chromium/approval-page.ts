import type { Browser, Page } from 'playwright-core';
import type { Envelope } from '../../preload/contract/call.ts';
import type { PageFiles } from '../pages/page-files.ts';
import { CHROMIUM_SURFACES, pageUrl } from '../bridge/surfaces.ts';
import { bindSurface } from './bind-surface.ts';
import { contextOptions } from './launch-browser.ts';
import { serveRoutes } from './serve-routes.ts';

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

/** The approval surface in Chromium: a window in a browser session of its own, opened anew each time. */
export interface ApprovalPage {
  show(): Promise<void>;
  hide(): Promise<void>;
  page(): Page | undefined;
}

/** Prepares the approval surface; nothing of it exists before it is shown. */
export function createApprovalPage(options: ApprovalPageOptions): ApprovalPage {
  const address = CHROMIUM_SURFACES.approval;
  let shown: Page | undefined;

  return {
    async show() {
      if (shown !== undefined) return shown.bringToFront();
      const context = await options.browser.newContext({
        ...contextOptions(options.headless),
        colorScheme: options.theme(),
      });
      await context.grantPermissions([]);
      await serveRoutes(context, address, options.files);
      const page = await context.newPage();
      shown = page;
      const gone = (): void => {
        if (shown !== page) return;
        shown = undefined;
        options.onGone();
      };
      page.on('crash', gone);
      page.on('close', gone);
      await bindSurface(page, address, options.preload, options.invoke);
      if (!options.headless) await resize(page);
      await page.goto(pageUrl(address));
      await page.bringToFront();
    },
    async hide() {
      const page = shown;
      shown = undefined;
      await page?.context().close();
    },
    page: () => shown,
  };
}

async function resize(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: SIZE });
  await session.detach();
}
