import type { WebContents } from 'electron';

/** Refuses every window that a page wants to open: `window.open`, targets of links, middle clicks. */
export function denyNewWindows(contents: Pick<WebContents, 'setWindowOpenHandler'>): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
