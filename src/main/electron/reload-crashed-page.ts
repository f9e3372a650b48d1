import type { WebContents } from 'electron';

/** How often a page's process may die before the window stays empty rather than dying over and over. */
const LIMIT = 3;

/** Loads a page again when its process died; it asks for its state anew, and nothing was decided in it. */
export function revivePage(contents: Pick<WebContents, 'on' | 'reload'>): void {
  let deaths = 0;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    deaths += 1;
    if (deaths <= LIMIT) contents.reload();
  });
}
