import { startAppState, useAppState } from '../bridge/app-state.ts';
import { windowError } from '../bridge/console.ts';
import { reloadWindow } from '../ui/later.tsx';
import type { KNOWN } from './known.ts';

type Known = typeof KNOWN;

let code: Known | null = null;
let isUnread = false;

/** Loads it once the window has nothing to draw: earlier, it would delay the first drawing. */
async function loadKnown(): Promise<void> {
  if (code !== null) return;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: LATEST_MS }));
  try {
    code = (await import('./known.ts')).KNOWN;
  } catch {
    isUnread = true;
    throw windowError('CODE_UNREAD');
  }
}

/** A window that draws without end has it all the same. */
const LATEST_MS = 1000;

/** Asks for the console's state, and for the code that draws it; again after a failed start. */
export const startWindow = (): void => (isUnread ? reloadWindow() : startAppState(loadKnown()));

/** What draws a console whose state is known; null until it is. */
export const useKnown = (): Known | null => useAppState(({ state }) => (state === 'ready' ? code : null));
