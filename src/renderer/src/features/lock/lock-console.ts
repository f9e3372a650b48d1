import { getConsole } from '../../bridge/console.ts';
import { showOverlay } from '../../navigation/navigation.ts';
import { attempt } from '../../ui/toasts.ts';

/** Locks the console: nothing is shown or stamped until it is unlocked, and nothing lies open afterwards. */
export function lockConsole(): Promise<void> {
  showOverlay(null);
  return attempt(() => getConsole().app.lock());
}
