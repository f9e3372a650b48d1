import { getConsole } from '../../bridge/console.ts';
import { createQuery, reloadShown } from '../../bridge/query.ts';
import { readAgain } from '../signing/signing-store.ts';

/** The ABIs that were imported into the current profile. */
export const importedAbis = createQuery(() => getConsole().interfaces.list());

/** The descriptors that are read, and what was wrong with others. */
export const descriptors = createQuery(() => getConsole().interfaces.descriptors());

/** What is known of contracts has changed: it is listed again, and what waits to be signed is read again. */
export async function takeUpInterfaces(): Promise<void> {
  readAgain();
  await reloadShown();
}
