import { type RefObject, useEffect } from 'react';

const FIELDS = 'input, textarea, button, [contenteditable=true]';
/** What something is written into, or chosen with from a list: no button that does something. */
const WRITTEN = 'input:not([type=radio], [type=checkbox]), textarea, [contenteditable=true]';
const FILLED_IN = `${WRITTEN}, button[aria-haspopup=listbox]`;

/** The first field that can be filled in, or undefined. @param fields a selector of what counts as a field */
export const firstField = (frame: HTMLElement, fields = FIELDS): HTMLElement | undefined =>
  [...frame.querySelectorAll<HTMLElement>(fields)].find(
    (field) =>
      !field.matches(':disabled') &&
      field.tabIndex >= 0 &&
      field.closest('[aria-hidden=true]') === null &&
      field.getClientRects().length > 0,
  );

/** Whether somebody is writing elsewhere: a form that loads late takes the focus from no text. */
export const isWriting = (): boolean => document.activeElement?.matches(WRITTEN) === true;

/**
 * Gives the first field of the form in a frame the focus as it opens, unless something in the dialog or screen around it has it
 * already.
 * @param frame the form, or an element around it; if there is no form, nothing happens
 */
export function useFirstField(frame: RefObject<HTMLElement | null>, wants = true): void {
  useEffect(() => {
    if (!wants) return undefined;
    // With the next frame: what opened it, and a dialog around it, take the focus until then.
    const next = requestAnimationFrame(() => {
      const { current } = frame;
      if (current === null || isWriting()) return;
      // Who has chosen something on the screen or in the dialog goes on there.
      const around = current.closest('[role=dialog], [role=alertdialog], main') ?? current;
      const { activeElement } = document;
      if (activeElement !== around && around.contains(activeElement)) return;
      const form = current.matches('form') ? current : current.querySelector('form');
      if (form !== null) firstField(form, FILLED_IN)?.focus();
    });
    return () => cancelAnimationFrame(next);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, as it opens
  }, []);
}
