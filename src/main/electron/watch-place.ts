import { screen } from 'electron';
import type { BrowserWindow } from 'electron';

/** Calls a listener when a window is somewhere else, of another size, or drawn at another scale. */
export function watchPlace(window: BrowserWindow, listener: () => void): void {
  window.on('move', listener);
  window.on('resize', listener);
  window.on('restore', listener);
  screen.on('display-metrics-changed', listener);
  window.once('closed', () => void screen.off('display-metrics-changed', listener));
}
