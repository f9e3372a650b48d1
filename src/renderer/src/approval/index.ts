import type { ApprovalView } from '../../../preload/approval-contract.ts';
import { element } from './element.ts';
import { showView } from './surface.ts';
import { onShown, readCurrent, readPage, sendDecision } from './surface-bridge.ts';

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
      host.replaceChildren(element('p', { class: 'empty' }, 'Nothing waits for your approval.'));
      return;
    }
    end = showView(host, view, { now: () => performance.now(), decide: sendDecision, page: readPage });
  };

  onShown(show);
  readCurrent().then(show, (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    host.replaceChildren(
      element('p', { class: 'empty', role: 'alert' }, `Nothing can be approved here. ${message}`),
    );
  });
}

const host = document.getElementById('surface');
if (host !== null) start(host);
