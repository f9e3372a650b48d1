import type { Page } from 'playwright-core';

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
