import type { WebContents } from 'electron';

/** Keeps a page where the host put it: no link, script, form or redirect leads it, or a frame in it, elsewhere. */
export function denyNavigation(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
}
