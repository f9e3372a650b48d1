import { View } from 'electron';
import type { BrowserWindow } from 'electron';

/** Whatever lies on the stage. */
type Layer = BrowserWindow['contentView'];

/** A window's ground, on which one thing is in sight at a time: its own page, or what takes its place. */
export interface Stage {
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
