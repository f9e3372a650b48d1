import { expect, it } from 'vitest';
import { look, sawEnd } from '#renderer/approval/follow-reading.ts';

const box = (scrollTop: number, scrollHeight = 6575) => ({ scrollTop, clientHeight: 619, scrollHeight });

it('has seen the end of what fits', () => {
  expect(sawEnd(look(box(0, 619), undefined))).toBe(true);
});

it('has not seen the end of 20 users in a card of 619 pixels before somebody scrolls there', () => {
  const first = look(box(0), undefined);
  expect(sawEnd(first)).toBe(false);
  const half = look(box(3000), first);
  expect(sawEnd(half)).toBe(false);
  const end = look(box(6575 - 619), half);
  expect(sawEnd(end)).toBe(true);
  // Scrolled back up, it was seen all the same.
  expect(sawEnd(look(box(0), end))).toBe(true);
});

it('begins again when details are unfolded or the window is resized', () => {
  const end = look(box(6575 - 619), undefined);
  expect(sawEnd(look(box(6575 - 619, 7000), end))).toBe(false);
  expect(sawEnd(look(box(0, 5000), end))).toBe(false);
});

it('takes the end of a display that is scaled for the end', () => {
  expect(sawEnd(look(box(6575 - 619 - 1.4), undefined))).toBe(true);
});
