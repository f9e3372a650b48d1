import type { Kysely } from 'kysely';
import type { Commit } from './group-commit.ts';
import { keptStatement } from './kept-statement.ts';
import { insertOfProfile } from './row-of-profile.ts';
import type { Tables } from './tables.ts';

/** What the operator's file calls the request of an activity. */
export interface ActivityReference {
  readonly profileId: string;
  readonly activityId: string;
  readonly reference: string;
  /** Over all of it (src/main/vault/row-seals.ts), as hex. */
  readonly mac: string;
}

export interface ActivityReferenceStore {
  /** Keeps one, in the place of an earlier one of the same activity. */
  keep(reference: ActivityReference): Promise<void>;
  /** Those of some activities of a profile. Whether a row holds is told by its MAC alone. */
  among(profileId: string, activityIds: readonly string[]): Promise<ActivityReference[]>;
}

const keep = keptStatement<{ profileId: string; activityId: string; reference: string; mac: string }>(
  (database, { profileId, activityId, reference, mac }) =>
    insertOfProfile(database, 'activity_reference', profileId, {
      activity_id: activityId,
      reference,
      mac,
    }).onConflict((conflict) =>
      conflict.columns(['profile_id', 'activity_id']).doUpdateSet({ reference, mac }),
    ),
);

/** SQLite takes no more than 32,766 values in a statement. */
const AT_ONCE = 1000;

export function activityReferenceStore(database: Kysely<Tables>, commit: Commit): ActivityReferenceStore {
  const page = async (profileId: string, ids: readonly string[]): Promise<ActivityReference[]> => {
    const rows = await database
      .selectFrom('activity_reference')
      .selectAll()
      .where('profile_id', '=', profileId)
      .where('activity_id', 'in', ids)
      .execute();
    return rows.map(({ activity_id: activityId, reference, mac }) => ({
      profileId,
      activityId,
      reference,
      mac,
    }));
  };
  return {
    keep: (reference) => commit((transaction) => keep(transaction, { ...reference })),
    among: async (profileId, activityIds) => {
      const found: ActivityReference[] = [];
      for (let from = 0; from < activityIds.length; from += AT_ONCE)
        found.push(...(await page(profileId, activityIds.slice(from, from + AT_ONCE))));
      return found;
    },
  };
}
