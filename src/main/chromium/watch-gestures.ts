import type { Page } from 'playwright-core';

/** A world of scripts beside the page's own: it sees the same events, and the page cannot reach into it. */
const WORLD = 'keyops-gestures';
const BINDING = 'keyopsPressed';
/** `isTrusted` is the browser's word that a person made the event; a key that is held down repeats. */
const SOURCE = `for (const type of ['pointerdown', 'keydown'])
  addEventListener(type, (event) => {
    if (event.isTrusted && event.repeat !== true) ${BINDING}('');
  }, { capture: true, passive: true });`;

/** Calls a listener when a person presses something in a page, from its next document on. */
export async function watchGestures(page: Page, listener: () => void): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Runtime.bindingCalled', ({ name }) => {
    if (name === BINDING) listener();
  });
  await session.send('Runtime.enable');
  await session.send('Page.enable');
  await session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: SOURCE, worldName: WORLD });
}
