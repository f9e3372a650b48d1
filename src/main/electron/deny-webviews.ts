import type { WebContents } from 'electron';

/** Refuses every webview tag; the tag is switched off too (`webviewTag: false`). */
export function denyWebviews(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
