import { useLayoutEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { lockConsole } from '../features/lock/lock-console.ts';
import { go, showOverlay, useOverlay } from '../navigation/navigation.ts';
import { GO_TO, SHORTCUTS, isBehindDialog, isTyping } from '../navigation/shortcuts.ts';
import { SCREENS } from './screens.ts';

/** Listens to the window's shortcuts while the shell is shown. */
export function useShortcuts(): void {
  // Before the shell is drawn: whoever sees it can press them.
  useLayoutEffect(() => {
    const bindings: Record<string, (event: KeyboardEvent) => void> = {
      [SHORTCUTS.palette.keys]: (event) => {
        event.preventDefault();
        if (useOverlay.getState().overlay === 'palette') showOverlay(null);
        else if (!isBehindDialog()) showOverlay('palette');
      },
      [SHORTCUTS.lock.keys]: (event) => {
        event.preventDefault();
        void lockConsole();
      },
      [SHORTCUTS.find.keys]: (event) => {
        const field = document.querySelector<HTMLInputElement>('main input[type=search]');
        if (field === null || isTyping(event) || isBehindDialog()) return;
        // The character isn't the first one of the search.
        event.preventDefault();
        field.focus();
      },
      [SHORTCUTS.sheet.keys]: (event) => {
        if (!isTyping(event) && !isBehindDialog()) showOverlay('sheet');
      },
    };
    for (const { id } of SCREENS) {
      bindings[GO_TO[id].keys] = (event) => {
        if (!isTyping(event) && !isBehindDialog()) go(id);
      };
      const { digit } = GO_TO[id];
      if (digit === undefined) continue;
      bindings[digit] = (event) => {
        event.preventDefault();
        if (!isBehindDialog()) go(id);
      };
    }
    return tinykeys(window, bindings, { ignore: (event) => event.repeat || event.isComposing });
  }, []);
}
