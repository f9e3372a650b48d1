import { type BrowserWindow, Menu, type NativeImage, Tray, app, nativeImage } from 'electron';
import { PICTURE_SIZE, numberPicture } from './number-picture.ts';

/** Screens have one to three pixels for a dot. */
const SCALES = [1, 2, 3] as const;

const words = {
  waiting: (count: number): string =>
    count === 1 ? '1 request waits for your vote' : `${count} requests wait for your vote`,
  show: 'Show the console',
};

function pictureOf(count: number): NativeImage {
  const picture = nativeImage.createEmpty();
  for (const scaleFactor of SCALES) {
    const side = PICTURE_SIZE * scaleFactor;
    const buffer = Buffer.from(numberPicture(count, scaleFactor));
    picture.addRepresentation({ scaleFactor, width: side, height: side, buffer });
  }
  return picture;
}

/**
 * Shows how many requests wait: at the program's icon where the system draws numbers there (macOS, launchers of Unity's protocol), over
 * it in the task bar of Windows, and in the tray. The tray has an icon only while something waits, and the number is all
 * that it says: everybody who sees the screen sees it (docs/decisions/239).
 * @param window what a press on the tray's icon shows
 * @returns to be called with each number; 0 takes everything away
 */
export function createWaitingIcon(window: BrowserWindow): (count: number) => void {
  let tray: Tray | undefined;
  let shown = 0;
  const show = (): void => {
    if (window.isDestroyed()) return;
    window.show();
    window.focus();
  };
  const takeAway = (): void => {
    tray?.destroy();
    tray = undefined;
  };
  window.once('closed', takeAway);
  return (count) => {
    if (count === shown || window.isDestroyed()) return;
    shown = count;
    app.setBadgeCount(count);
    const picture = count > 0 ? pictureOf(count) : null;
    if (process.platform === 'win32')
      window.setOverlayIcon(picture, picture === null ? '' : words.waiting(count));
    if (picture === null) {
      takeAway();
      return;
    }
    if (tray === undefined) {
      tray = new Tray(picture);
      // Some desktops know of no press on an icon, and show its menu alone.
      tray.setContextMenu(Menu.buildFromTemplate([{ label: words.show, click: show }]));
      tray.on('click', show);
    } else tray.setImage(picture);
    tray.setToolTip(words.waiting(count));
  };
}
