import { expect, it, vi } from 'vitest';
import { isPress } from '#main/electron/electron-host.ts';

// Types and events are enough here: nothing of Electron itself runs.
vi.mock('electron', () => ({}));

it.each(['mouseDown', 'rawKeyDown', 'gestureTap'] as const)('takes %s for a press', (type) => {
  expect(isPress({ type, modifiers: [] })).toBe(true);
});

it.each(['mouseMove', 'mouseUp', 'keyUp', 'mouseWheel', 'mouseEnter'] as const)(
  'takes %s for none: it asks for nothing',
  (type) => {
    expect(isPress({ type, modifiers: [] })).toBe(false);
  },
);

it('takes a key that is held down for one press', () => {
  expect(isPress({ type: 'rawKeyDown', modifiers: ['isautorepeat'] })).toBe(false);
});
