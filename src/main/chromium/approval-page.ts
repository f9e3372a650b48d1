import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Envelope } from '#preload/contract/call.ts';
import {
  CHROMIUM_SURFACES,
  type SurfaceAddress,
  isAtSurface,
  pageUrl,
  refuseSender,
  senderFault,
} from '../bridge/surfaces.ts';
import { type PageFiles, answerPage } from '../pages/page-files.ts';
import { contextOptions } from './launch-browser.ts';

/**
 * What a page's scripts could reach over the approval's window with, in this host: lists and pickers are drawn over all
 * windows; a window that covers the approval and goes uncovers it under the operator's pointer. A person's click opens lists
 * as ever, and the window's own frame moves and closes it.
 */
const TAKEN = `
  for (const element of [HTMLSelectElement, HTMLInputElement]) delete element.prototype.showPicker;
  for (const name of ['moveTo', 'moveBy', 'resizeTo', 'resizeBy', 'focus', 'close', 'print', 'documentPictureInPicture'])
    delete window[name];
`;

/** Takes that from a page, and from every frame in it, before any script of theirs runs. */
export const denyReach = (page: Page): Promise<unknown> => page.addInitScript({ content: TAKEN });

/** A world of scripts beside the page's own: it sees the same events, and the page cannot reach into it. */
const WORLD = 'keyops-gestures';
const BINDING = 'keyopsPressed';
/** `isTrusted` is the browser's word that a person made the event; a key that is held down repeats. */
const SOURCE = `for (const type of ['pointerdown', 'keydown', 'wheel'])
  addEventListener(type, (event) => {
    if (event.isTrusted && event.repeat !== true) ${BINDING}(type);
  }, { capture: true, passive: true });`;

/**
 * Calls a listener when a person presses something in a page, or scrolls in it with a wheel, from its next document on.
 * A pointer that moves is no sign of anybody: a page that moves below one that rests makes the same event.
 */
export async function watchGestures(page: Page, listener: (kind: 'press' | 'scroll') => void): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === BINDING) listener(payload === 'wheel' ? 'scroll' : 'press');
  });
  await session.send('Runtime.enable');
  await session.send('Page.enable');
  await session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: SOURCE, worldName: WORLD });
}

/** Answers a context's requests to its surface out of the built files; every other request ends there. */
export async function serveRoutes(
  context: BrowserContext,
  address: SurfaceAddress,
  files: PageFiles,
): Promise<void> {
  await context.route('**/*', async (route, request) => {
    // "aborted" leaves the page that is shown where it is; other reasons would put an error page in its place.
    if (!isAtSurface(address, request.url())) return route.abort('aborted');
    const { status, headers, body } = await answerPage(files, address, {
      method: request.method(),
      url: request.url(),
    });
    if (status !== 200 && request.isNavigationRequest()) return route.abort('aborted');
    return route.fulfill({ status, headers, body: Buffer.from(body) });
  });
}

/**
 * Puts a surface's bridge on its page, and on no other: a binding whose callers are checked, and the preload that
 * builds `window.keyops` over it.
 * @param preload the built preload's text
 */
export async function bindSurface(
  page: Page,
  address: SurfaceAddress,
  preload: string,
  invoke: (name: string, input: unknown) => Promise<Envelope>,
): Promise<void> {
  await page.exposeBinding('keyopsCall', (source, name: unknown, input: unknown) => {
    const { frame } = source;
    const sender = {
      contents: source.page,
      frame: { url: frame.url(), parent: frame.parentFrame(), detached: frame.isDetached() },
    };
    const fault = senderFault(sender, page, address);
    return fault === undefined ? invoke(String(name), input) : refuseSender(fault);
  });
  // In a function of its own, so that its names are not the page's.
  await page.addInitScript({ content: `(() => {\n${preload}\n})();` });
}

/** Sends news to a surface's page; lost when the page is gone or not there yet. */
export async function sendNews(page: Page, name: string, payload: unknown): Promise<void> {
  const news = { name, payload };
  await page
    .evaluate(({ name, payload }) => {
      const { keyopsNews } = globalThis as { keyopsNews?: (name: string, payload: unknown) => void };
      keyopsNews?.(name, payload);
    }, news)
    // A page that closes or navigates meanwhile asks for its state anew.
    .catch(() => undefined);
}

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
