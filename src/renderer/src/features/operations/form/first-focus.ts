import { type RefObject, useEffect, useState } from 'react';
import { firstField, isWriting } from '#renderer/ui/first-field.ts';
import type { FormPlace } from './form-place.ts';

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
