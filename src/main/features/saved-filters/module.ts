import { savedFilter, type SavedFilter } from '#preload/contract/saved-filters.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import type { SavedFilterStore } from '../../storage/saved-filters.ts';
import { featureError } from '../errors.ts';

/** Of one list: more than anybody finds again in a menu. */
const MOST = 50;

/** What the operator narrows lists by, kept under names. */
export const savedFilters = defineModule({
  start: ({
    storage,
    profileId,
  }: Pick<ConsoleContext, 'storage' | 'profileId'>): ModuleParts<'savedFilters'> => ({
    handlers: { savedFilters: savedFilterHandlers(storage.savedFilters, profileId) },
  }),
});

/** @param profileId the profile that is shown, whose filters are told and changed */
export function savedFilterHandlers(
  store: SavedFilterStore,
  profileId: () => string,
): Handlers<ConsoleContract>['savedFilters'] {
  return {
    list: async ({ list }) => {
      const rows = await store.list({ profile_id: profileId(), list }, MOST);
      return rows
        .flatMap(readKept)
        .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
    },
    keep: async ({ name, filter: { list, ...filter } }) => {
      const row = { profile_id: profileId(), list, name, filter: JSON.stringify(filter) };
      if (!(await store.keep(row, MOST))) throw featureError('SAVED_FILTERS_FULL', { most: MOST });
    },
    rename: async ({ list, name, to }) => {
      if (name === to) return;
      const isDone = await store.rename({ profile_id: profileId(), list }, name, to);
      if (!isDone) throw featureError('SAVED_FILTER_NAME', { name, to });
    },
    forget: async ({ list, name }) => {
      await store.remove({ profile_id: profileId(), list }, name);
    },
  };
}

/** Whoever can write the database may have written anything: what is no filter of its list is none. */
function readKept({ list, name, filter }: { list: string; name: string; filter: string }): SavedFilter[] {
  try {
    const held: unknown = JSON.parse(filter);
    if (typeof held !== 'object') return [];
    const read = savedFilter.safeParse({ name, filter: { words: '', ...held, list } });
    // A name that is only like what was kept could be neither renamed nor removed.
    return read.success && read.data.name === name ? [read.data] : [];
  } catch {
    return [];
  }
}
