import { getConsole } from '../../bridge/console.ts';
import { createRemote } from '../../bridge/remote.ts';

/** The ABIs that were imported into the current profile. */
export const importedAbis = createRemote(() => getConsole().interfaces.list());

/** The descriptors that are read, and what was wrong with others. */
export const descriptors = createRemote(() => getConsole().interfaces.descriptors());
