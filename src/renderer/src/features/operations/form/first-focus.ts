import { type RefObject, useEffect, useState } from 'react';
import type { FormPlace } from './form-place.ts';

const FIELDS = 'input, textarea, button, [contenteditable=true]';

/** The first field that can be filled in; undefined where there is none. */
const firstField = (frame: HTMLElement): HTMLElement | undefined =>
  [...frame.querySelectorAll<HTMLElement>(FIELDS)].find(
    (field) =>
      !field.matches(':disabled') &&
      field.tabIndex >= 0 &&
      field.closest('[aria-hidden=true]') === null &&
      field.getClientRects().length > 0,
  );

/** Whether somebody is writing elsewhere: a form that loads late takes the focus from no text. */
const isWriting = (): boolean => document.activeElement?.matches('input, textarea') === true;

/**
 * Gives the first field of a form the focus when the form opens.
 * @param wants whether it may: what is wrong takes the focus itself
 * @returns whether the form is only just there
 */
export function useFirstFocus(
  frame: RefObject<HTMLElement | null>,
  arrivals: FormPlace['arrivals'],
  wants: boolean,
): boolean {
  const [isOpening, setOpening] = useState(true);
  useEffect(() => {
    // With the next frame: the list that chose the operation takes the focus until then.
    const frames = [
      requestAnimationFrame(() => {
        const first = frame.current === null || !wants || isWriting() ? undefined : firstField(frame.current);
        if (first !== undefined) {
          arrivals.add('first');
          first.focus();
        }
        frames.push(requestAnimationFrame(() => setOpening(false)));
      }),
    ];
    return () => frames.forEach(cancelAnimationFrame);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, as it opens
  }, []);
  return isOpening;
}
