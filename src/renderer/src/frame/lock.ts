import { asBridgeError } from '../bridge/bridge-error.ts';
import { getConsole } from '../bridge/console.ts';
import { showToast } from '../ui/toasts.ts';

/** Locks the console: nothing is shown or stamped until it is unlocked. */
export async function lockConsole(): Promise<void> {
  try {
    await getConsole().app.lock();
  } catch (thrown) {
    const { message, remedy } = asBridgeError(thrown);
    showToast({ tone: 'bad', title: message, text: remedy });
  }
}
