import type { WebContents } from 'electron';
import { expect, it, vi } from 'vitest';
import { revivePage } from '#main/electron/console-window.ts';

// Types and events are enough here: nothing of Electron itself runs.
vi.mock('electron', () => ({}));

// Electron does not run in vitest: this is the one event that is listened to.
function fakeContents() {
  let onGone: (event: unknown, details: { reason: string }) => void = () => undefined;
  const reload = vi.fn();
  const contents: unknown = { on: (_name: string, listener: typeof onGone) => (onGone = listener), reload };
  revivePage(contents as WebContents);
  return { die: (reason: string) => onGone({}, { reason }), reload };
}

it('loads a page again when its process died, but not for ever', () => {
  const { die, reload } = fakeContents();
  for (let death = 1; death <= 10; death += 1) die('crashed');
  expect(reload).toHaveBeenCalledTimes(3);
});

it('leaves a page that ended by itself alone', () => {
  const { die, reload } = fakeContents();
  die('clean-exit');
  expect(reload).not.toHaveBeenCalled();
});
