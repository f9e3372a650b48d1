import { z } from 'zod';
import { type SavedFilter, savedFilter } from '#preload/contract/activities.ts';
import type { SettingStore } from '../../storage/settings.ts';
import { featureError } from '../errors.ts';

/** More than anybody finds again in a menu. */
const MOST = 50;

const kept = z
  .array(savedFilter)
  .max(MOST)
  .refine((filters) => new Set(filters.map(({ name }) => name)).size === filters.length);

/** The filters of the activities that the operator saved, each profile's own. */
export interface SavedFilters {
  /** By name; none where what is kept can't be read. */
  list(profileId: string): Promise<SavedFilter[]>;
  /** Keeps one, in the place of one with the same name. @throws AppError `SAVED_FILTERS_FULL` */
  keep(profileId: string, filter: SavedFilter): Promise<void>;
  /** Forgets the one with that name, if there is one. */
  forget(profileId: string, name: string): Promise<void>;
}

/** Saved filters that the console's settings keep. */
export function createSavedFilters(settings: SettingStore): SavedFilters {
  let turn: Promise<unknown> = Promise.resolve();

  const list = async (profileId: string): Promise<SavedFilter[]> =>
    readKept(await settings.get(`activity-filters.${profileId}`));
  /** One change after the other: each is made of what the one before left. */
  const change = (
    profileId: string,
    make: (before: readonly SavedFilter[]) => readonly SavedFilter[],
  ): Promise<void> => {
    const mine = turn.then(async () => {
      const after = make(await list(profileId));
      await settings.set(`activity-filters.${profileId}`, JSON.stringify(after));
    });
    turn = mine.catch(() => undefined);
    return mine;
  };

  return {
    list: async (profileId) =>
      (await list(profileId)).sort((one, other) => one.name.localeCompare(other.name, 'en')),
    keep: (profileId, filter) =>
      change(profileId, (before) => {
        const others = before.filter(({ name }) => name !== filter.name);
        if (others.length >= MOST) throw featureError('SAVED_FILTERS_FULL', { most: MOST });
        return [...others, filter];
      }),
    forget: (profileId, name) => change(profileId, (before) => before.filter((each) => each.name !== name)),
  };
}

/** Whoever can write the database may have written anything: what isn't a list of filters is none. */
function readKept(setting: string | undefined): SavedFilter[] {
  try {
    return kept.safeParse(JSON.parse(setting ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}
