import { useEffect } from 'react';

// Where Enter already has a meaning of its own.
const HAS_ITS_OWN =
  'button, a, input, select, [role=button], [role=option], [role=dialog], [role=alertdialog], [role=listbox], [role=menu]';

/**
 * Makes Enter do a screen's one primary action, also while the hex field has the focus.
 * @param act null while there is nothing to do
 */
export function useEnter(act: (() => void) | null): void {
  useEffect(() => {
    if (!act) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.repeat || event.defaultPrevented || event.isComposing) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(HAS_ITS_OWN)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [act]);
}
