import type { BrowserWindow } from 'electron';

/**
 * Refuses `window.close()` of a page while something is under review: its preload objects to being unloaded, and what the
 * operator closes is closed over that objection.
 * @param reviewing whether the approval surface is shown
 */
export function denyClosing(window: BrowserWindow, reviewing: () => boolean): void {
  let asked = false;
  // The window's own button, the system's menu, the end of the program; not the page.
  window.on('close', () => {
    asked = true;
  });
  // To prevent this event is to go on with the unloading.
  window.webContents.on('will-prevent-unload', (event) => {
    if (asked || !reviewing()) event.preventDefault();
  });
}
