import type { ReactNode } from 'react';
import { showOverlay, useOverlay } from '../navigation/navigation.ts';
import { GO_TO, SHORTCUTS } from '../navigation/shortcuts.ts';
import { Dialog } from '../ui/dialogs.tsx';
import { Kbd } from '../ui/tags.tsx';
import { SCREENS } from './screens.ts';
import styles from './shortcut-sheet.module.css';
import { SHELL_TEXT } from './text.ts';

/** Every shortcut, on one sheet. */
export function ShortcutSheet(): ReactNode {
  const isOpen = useOverlay((state) => state.overlay === 'sheet');
  const all = [...Object.values(SHORTCUTS), ...SCREENS.map((screen) => GO_TO[screen.id])];
  return (
    <Dialog isOpen={isOpen} onClose={() => showOverlay(null)} title={SHELL_TEXT.palette.sheet}>
      <dl className={styles['sheet']}>
        {all.map(({ printed, does }) => (
          <div key={does} className={styles['row']}>
            <dt>{does}</dt>
            <dd>
              <Kbd>{printed}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
