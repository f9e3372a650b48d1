import { attempt } from '../bridge/attempt.ts';
import { getConsole } from '../bridge/console.ts';

/** Locks the console: nothing is shown or stamped until it is unlocked. */
export const lockConsole = (): Promise<void> => attempt(() => getConsole().app.lock());
