import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { createApprovalPage } from '#main/chromium/approval-page.ts';

/** A promise that is settled from outside. */
function hold() {
  let resolve: () => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}

/** A browser that is played, as a real one cannot be held between two steps: its windows open, and load, when told. */
function holdBrowser() {
  const opening = hold();
  const making = hold();
  const loading = hold();
  const close = vi.fn(() => Promise.resolve());
  const nothing = (): Promise<void> => Promise.resolve();
  const newPage = vi.fn(() => making.promise.then(() => page));
  const on = vi.fn<(event: string, listener: () => void) => void>();
  const page = {
    on,
    exposeBinding: nothing,
    addInitScript: nothing,
    bringToFront: nothing,
    goto: () => loading.promise,
    context: () => context,
  } as unknown as Page;
  const context = {
    grantPermissions: nothing,
    route: nothing,
    newPage,
    close,
  } as unknown as BrowserContext;
  const browser = { newContext: () => opening.promise.then(() => context) } as unknown as Browser;
  return { browser, page, on, newPage, close, opening, making, loading };
}

/** @param makesPage whether a session gets its page at once */
function prepare(makesPage = true) {
  const held = holdBrowser();
  if (makesPage) held.making.resolve();
  const onGone = vi.fn();
  const approval = createApprovalPage({
    browser: held.browser,
    headless: true,
    files: new Map(),
    preload: '',
    theme: () => null,
    invoke: () => Promise.reject(new Error('Nothing is asked.')),
    onGone,
  });
  return { ...held, approval, onGone };
}

it('opens no window for an approval that ended before its window was there', async () => {
  const { approval, opening, close } = prepare();
  const shown = approval.show();
  await approval.hide();
  opening.resolve();
  await shown;
  expect(approval.page()).toBeUndefined();
  expect(close).toHaveBeenCalledOnce();
});

it('takes it as no fault that an approval ends while its window still loads', async () => {
  const { approval, opening, loading, close, onGone } = prepare();
  const shown = approval.show();
  opening.resolve();
  await expect.poll(() => approval.page()).toBeDefined();
  await approval.hide();
  loading.reject(new Error('The page has been closed.'));
  await expect(shown).resolves.toBeUndefined();
  expect(close).toHaveBeenCalledOnce();
  expect(onGone).not.toHaveBeenCalled();
});

it('says that a window does not load, and leaves none', async () => {
  const { approval, opening, loading, close } = prepare();
  const shown = approval.show();
  opening.resolve();
  loading.reject(new Error('It does not load.'));
  await expect(shown).rejects.toThrow('It does not load.');
  expect(approval.page()).toBeUndefined();
  expect(close).toHaveBeenCalledOnce();
});

it('closes the browser session of a window whose page cannot be made', async () => {
  const { approval, opening, making, close } = prepare(false);
  const shown = approval.show();
  opening.resolve();
  making.reject(new Error('No page.'));
  await expect(shown).rejects.toThrow('No page.');
  expect(close).toHaveBeenCalledOnce();
});

it('closes the browser session of an approval that ends while its page is made', async () => {
  const { approval, opening, making, newPage, close } = prepare(false);
  const shown = approval.show();
  opening.resolve();
  await expect.poll(() => newPage).toHaveBeenCalled();
  await approval.hide();
  expect(close).toHaveBeenCalledOnce();
  making.reject(new Error('The session has been closed.'));
  await expect(shown).resolves.toBeUndefined();
});

it('closes the browser session of a window that the operator closes', async () => {
  const { approval, opening, loading, on, close, onGone } = prepare();
  const shown = approval.show();
  opening.resolve();
  loading.resolve();
  await shown;
  for (const [event, listener] of on.mock.calls) if (event === 'close') listener();
  expect(onGone).toHaveBeenCalledOnce();
  expect(approval.page()).toBeUndefined();
  expect(close).toHaveBeenCalledOnce();
});
