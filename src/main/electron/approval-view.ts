import { WebContentsView } from 'electron';
import type { BrowserWindow, Session, WebContents } from 'electron';
import { ELECTRON_SURFACES, pageUrl } from '../bridge/surfaces.ts';
import type { Stage } from './stage.ts';
import { takePicture } from './take-picture.ts';
import { groundColor } from './theme.ts';
import { webPreferences } from './web-preferences.ts';

/** The approval surface in Electron: a page in the place of the window's, which the window's own page cannot reach. */
export interface ApprovalView {
  /** Opens it in the whole window, with the focus; resolves once its page is there. The window's page is out of sight. */
  show(): Promise<void>;
  /** Closes its page and gives the focus back to the window. */
  hide(): void;
  /** Its page, while it is shown. */
  contents(): WebContents | undefined;
  /** What the window's page showed before it went out of sight, as a data URL. */
  behind(): string | null;
}

interface ApprovalViewOptions {
  readonly window: BrowserWindow;
  readonly stage: Stage;
  readonly session: Session;
  readonly preload: string;
  readonly devTools: boolean;
  /** Called when its page dies while it is shown. */
  readonly onGone: () => void;
}

/** Prepares the approval surface of a window; each showing has a page of its own, so that nothing is left over. */
export function createApprovalView(options: ApprovalViewOptions): ApprovalView {
  const { window, stage } = options;
  let view: WebContentsView | undefined;
  let behind: string | null = null;

  return {
    async show() {
      if (view !== undefined) {
        view.webContents.focus();
        return;
      }
      const shown = new WebContentsView({
        webPreferences: webPreferences(options.preload, options.session, options.devTools),
      });
      view = shown;
      shown.setBackgroundColor(groundColor());
      shown.webContents.on('render-process-gone', options.onGone);
      behind = await takePicture(window.webContents);
      // It may have been hidden meanwhile.
      if (view !== shown) return;
      stage.cover(shown);
      await shown.webContents.loadURL(pageUrl(ELECTRON_SURFACES.approval));
      // It may have been hidden while it loaded.
      if (view === shown) shown.webContents.focus();
    },
    hide() {
      const shown = view;
      view = undefined;
      behind = null;
      if (shown === undefined || window.isDestroyed()) return;
      stage.uncover(shown);
      shown.webContents.close();
      window.webContents.focus();
    },
    contents: () => view?.webContents,
    behind: () => behind,
  };
}
