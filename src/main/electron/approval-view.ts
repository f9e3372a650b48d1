import { type BrowserWindow, type Session, View, type WebContents, WebContentsView } from 'electron';
import { ELECTRON_SURFACES, pageUrl } from '../bridge/surfaces.ts';
import { groundColor, webPreferences } from './page-settings.ts';

/** Whatever lies on the stage. */
type Layer = BrowserWindow['contentView'];

/** A window's ground, on which one thing is in sight at a time: its own page, or what takes its place. */
interface Stage {
  /** Puts a view over the whole window, and the page out of sight: what is not drawn can draw nothing over it. */
  cover(view: Layer): void;
  /** Takes it away, and brings the page back. */
  uncover(view: Layer): void;
}

/** Makes the stage of a window; its page is on it from then on. */
export function setStage(window: BrowserWindow): Stage {
  const page = window.contentView;
  const ground = new View();
  window.setContentView(ground);
  ground.addChildView(page);
  const shown = new Set([page]);

  const fit = (): void => {
    const { width, height } = ground.getBounds();
    for (const view of shown) view.setBounds({ x: 0, y: 0, width, height });
  };
  ground.on('bounds-changed', fit);
  fit();

  return {
    cover: (view) => {
      ground.addChildView(view);
      shown.add(view);
      fit();
      // Hiding it closes the lists and pickers that it has open, and it opens no others.
      page.setVisible(false);
    },
    uncover: (view) => {
      shown.delete(view);
      if (window.isDestroyed()) return;
      ground.removeChildView(view);
      page.setVisible(true);
    },
  };
}

/** A page that does not draw is not waited for. */
const LONGEST_MS = 400;
const QUALITY = 70;

/** What a page shows now, as a data URL of a JPEG; null where it cannot be had soon. */
async function takePicture(contents: Pick<WebContents, 'capturePage'>): Promise<string | null> {
  const late = new Promise<null>((resolve) => void setTimeout(resolve, LONGEST_MS, null));
  try {
    const picture = await Promise.race([contents.capturePage(), late]);
    if (picture === null || picture.isEmpty()) return null;
    return `data:image/jpeg;base64,${picture.toJPEG(QUALITY).toString('base64')}`;
  } catch {
    // The page may be going.
    return null;
  }
}

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
