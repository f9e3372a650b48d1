import { getConsole } from '../../bridge/console.ts';
import { createRemote, reloadShown } from '../../bridge/remote.ts';
import { readAgain } from '../signing/signing-store.ts';

/** The ABIs that were imported into the current profile. */
export const importedAbis = createRemote(() => getConsole().interfaces.list());

/** The descriptors that are read, and what was wrong with others. */
export const descriptors = createRemote(() => getConsole().interfaces.descriptors());

/** What is known of contracts has changed: it is listed again, and what waits to be signed is read again. */
export async function takeUpInterfaces(): Promise<void> {
  readAgain();
  await reloadShown();
}
