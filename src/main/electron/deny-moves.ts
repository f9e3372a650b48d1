import type { WebContents } from 'electron';

/** Refuses every move and resize that a page asks for (`moveTo`, `resizeBy`): where the window is, the operator decides. */
export function denyMoves(contents: Pick<WebContents, 'on'>): void {
  contents.on('content-bounds-updated', (event) => event.preventDefault());
}
