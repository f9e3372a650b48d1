import type { Page } from 'playwright-core';
import type { Envelope } from '#preload/contract/call.ts';
import { refuseSender, senderFault } from '../bridge/sender.ts';
import type { SurfaceAddress } from '../bridge/surfaces.ts';

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
