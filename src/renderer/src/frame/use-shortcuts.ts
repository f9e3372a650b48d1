import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { lockConsole } from './lock.ts';
import { go } from './navigation.ts';
import { showOverlay, useOverlay } from './overlays.ts';
import { SCREENS } from './screens.ts';
import { GO_TO, SHORTCUTS } from './shortcuts.ts';

/** Letters belong to whoever is typing, and to a dialog while one is open. */
function isFree(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest(
    'input, textarea, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]',
  );
}

/** Listens to the window's shortcuts while the frame is shown. */
export function useShortcuts(): void {
  useEffect(() => {
    const bindings: Record<string, (event: KeyboardEvent) => void> = {
      [SHORTCUTS.palette.keys]: (event) => {
        event.preventDefault();
        showOverlay(useOverlay.getState().overlay === 'palette' ? null : 'palette');
      },
      [SHORTCUTS.lock.keys]: (event) => {
        event.preventDefault();
        void lockConsole();
      },
      'Shift+?': (event) => {
        if (isFree(event)) showOverlay('sheet');
      },
    };
    for (const { id } of SCREENS) {
      bindings[GO_TO[id].keys] = (event) => {
        if (isFree(event)) go(id);
      };
      bindings[GO_TO[id].digit] = (event) => {
        event.preventDefault();
        go(id);
      };
    }
    return tinykeys(window, bindings, { ignore: () => false });
  }, []);
}
