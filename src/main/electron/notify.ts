import { Notification } from 'electron';
import type { BrowserWindow } from 'electron';

/** Shows a notification on the desktop, unless the window has the focus already: it says the same. */
export function notify(window: BrowserWindow, title: string, text: string, onOpen: () => void): void {
  if (window.isDestroyed() || window.isFocused() || !Notification.isSupported()) return;
  const notification = new Notification({ title, body: text, silent: true });
  notification.on('click', () => {
    if (window.isDestroyed()) return;
    window.show();
    window.focus();
    onOpen();
  });
  notification.show();
}
