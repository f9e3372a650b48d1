import { getConsole } from '../../bridge/console.ts';
import { createRemote } from '../../bridge/remote.ts';

/** The ABIs that were imported into the current profile. */
export const importedAbis = createRemote(() => getConsole().interfaces.list());
