import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type FilterRow = Tables['saved_filter'];
type FilterPlace = Pick<FilterRow, 'profile_id' | 'list'>;

/** Saved filters of lists; a name is one profile's and one list's own. They go with their profile. */
export interface SavedFilterStore {
  /** In the order of their names, `most` of them. */
  list(place: FilterPlace, most: number): Promise<FilterRow[]>;
  /** Keeps one in the place of one with the same name; false where there are `most` others already. */
  keep(row: FilterRow, most: number): Promise<boolean>;
  /** Gives one another name; false where there is none of that name, or one of the other already. */
  rename(place: FilterPlace, name: string, to: string): Promise<boolean>;
  remove(place: FilterPlace, name: string): Promise<void>;
}

export function savedFilterStore(database: Kysely<Tables>): SavedFilterStore {
  return {
    list: ({ profile_id, list }, most) =>
      database
        .selectFrom('saved_filter')
        .selectAll()
        .where('profile_id', '=', profile_id)
        .where('list', '=', list)
        .orderBy('name')
        .limit(most)
        .execute(),
    keep: (row, most) =>
      database.transaction().execute(async (transaction) => {
        const { others } = await transaction
          .selectFrom('saved_filter')
          .select(({ fn }) => fn.countAll<number>().as('others'))
          .where('profile_id', '=', row.profile_id)
          .where('list', '=', row.list)
          .where('name', '!=', row.name)
          .executeTakeFirstOrThrow();
        if (others >= most) return false;
        await transaction
          .insertInto('saved_filter')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['profile_id', 'list', 'name']).doUpdateSet({ filter: row.filter }),
          )
          .execute();
        return true;
      }),
    rename: async ({ profile_id, list }, name, to) => {
      const { numUpdatedRows } = await database
        .updateTable('saved_filter')
        .set({ name: to })
        .where('profile_id', '=', profile_id)
        .where('list', '=', list)
        .where('name', '=', name)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('saved_filter as taken')
                .select('taken.name')
                .where('taken.profile_id', '=', profile_id)
                .where('taken.list', '=', list)
                .where('taken.name', '=', to),
            ),
          ),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    remove: async ({ profile_id, list }, name) => {
      await database
        .deleteFrom('saved_filter')
        .where('profile_id', '=', profile_id)
        .where('list', '=', list)
        .where('name', '=', name)
        .execute();
    },
  };
}
