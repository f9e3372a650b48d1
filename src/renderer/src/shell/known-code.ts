import { startAppState, useAppState } from '../bridge/app-state.ts';
import type { KNOWN } from './known.ts';

type Known = typeof KNOWN;

let code: Known | null = null;

/** Loads it once the window has nothing to draw: earlier, it would delay the first drawing. */
async function loadKnown(): Promise<void> {
  if (code !== null) return;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: LATEST_MS }));
  code = (await import('./known.ts')).KNOWN;
}

/** A window that draws without end has it all the same. */
const LATEST_MS = 1000;

/** Asks for the console's state, and for the code that draws it; again after a failed start. */
export const startWindow = (): void => startAppState(loadKnown());

/** What draws a console whose state is known; null until it is. */
export const useKnown = (): Known | null => useAppState(({ state }) => (state === 'ready' ? code : null));
