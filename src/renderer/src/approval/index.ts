import type { ApprovalView } from '#preload/approval-contract.ts';
import { element } from './element.ts';
import { showView } from './surface.ts';
import {
  onMoved,
  onPasskeyCode,
  onShown,
  readBehind,
  readCurrent,
  readPage,
  sendDecision,
} from './surface-bridge.ts';
import { TEXT } from './text.ts';

/** Starts the surface: shows what waits now, and whatever is to be shown next. */
function start(host: HTMLElement): void {
  let end = (): void => undefined;
  let shownId: string | null = null;

  const show = (view: ApprovalView | null): void => {
    // The same preview may be told twice, by the answer and by the news: a second drawing would start its ring anew.
    if (view !== null && view.preview.id === shownId) return;
    end();
    end = (): void => undefined;
    shownId = view?.preview.id ?? null;
    if (view === null) {
      host.classList.remove('showing');
      host.replaceChildren(element('p', { class: 'empty' }, TEXT.nothing));
      return;
    }
    end = showView(host, view, {
      now: () => performance.now(),
      decide: sendDecision,
      page: readPage,
      onMoved,
      onPasskeyCode,
    });
  };

  onShown(show);
  readCurrent().then(show, (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    host.replaceChildren(element('p', { class: 'empty', role: 'alert' }, TEXT.failed(message)));
  });
}

/** Puts the window's last picture behind everything; without it the ground is plain. */
async function showBehind(picture: HTMLImageElement): Promise<void> {
  const shown = await readBehind();
  if (shown === null) return;
  picture.src = shown;
  picture.hidden = false;
}

const host = document.getElementById('surface');
const behind = document.getElementById('behind');
if (behind instanceof HTMLImageElement) showBehind(behind).catch(() => undefined);
if (host !== null) start(host);
