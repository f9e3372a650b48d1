import { WebContentsView } from 'electron';
import type { BrowserWindow, Session, WebContents } from 'electron';
import { ELECTRON_SURFACES, pageUrl } from '../pages/surfaces.ts';
import { webPreferences } from './web-preferences.ts';

/** The approval surface in Electron: a page over the window's, which the window's own page cannot reach. */
export interface ApprovalView {
  /** Opens it over the whole window, with the focus; resolves once its page is there. */
  show(): Promise<void>;
  /** Closes its page and gives the focus back to the window. */
  hide(): void;
  /** Its page, while it is shown. */
  contents(): WebContents | undefined;
}

interface ApprovalViewOptions {
  readonly window: BrowserWindow;
  readonly session: Session;
  readonly preload: string;
  readonly devTools: boolean;
  /** Called when its page dies while it is shown. */
  readonly onGone: () => void;
}

/** Prepares the approval surface of a window; each showing has a page of its own, so that nothing is left over. */
export function createApprovalView(options: ApprovalViewOptions): ApprovalView {
  const { window } = options;
  let view: WebContentsView | undefined;

  const cover = (): void => {
    const [width = 0, height = 0] = window.getContentSize();
    view?.setBounds({ x: 0, y: 0, width, height });
  };
  window.on('resize', cover);

  return {
    async show() {
      if (view !== undefined) {
        view.webContents.focus();
        return;
      }
      const shown = new WebContentsView({
        webPreferences: {
          ...webPreferences(options.preload, options.session, options.devTools),
          // The page draws its own dimming over the window.
          transparent: true,
        },
      });
      view = shown;
      shown.setBackgroundColor('#00000000');
      shown.webContents.on('render-process-gone', options.onGone);
      window.contentView.addChildView(shown);
      cover();
      await shown.webContents.loadURL(pageUrl(ELECTRON_SURFACES.approval));
      // It may have been hidden while it loaded.
      if (view === shown) shown.webContents.focus();
    },
    hide() {
      const shown = view;
      view = undefined;
      if (shown === undefined || window.isDestroyed()) return;
      window.contentView.removeChildView(shown);
      shown.webContents.close();
      window.webContents.focus();
    },
    contents: () => view?.webContents,
  };
}
