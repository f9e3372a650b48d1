import type { Kysely, Selectable } from 'kysely';
import { type ProfileNetwork, profileNetwork } from '#preload/contract/profiles.ts';
import { type PinnedKeys, pinnedKeys } from '#protocol/pinned-keys.ts';
import type { SettingName } from './settings.ts';
import type { Tables } from './tables.ts';

/** A profile as it is kept; Local's address changes with each start of its service and is not. */
export interface StoredProfile {
  readonly id: string;
  readonly kind: 'local' | 'hosted';
  readonly name: string;
  readonly baseUrl: string;
  readonly organizationId: string | null;
  readonly organizationName: string | null;
  /** The service's public keys that are relied on; null for Local until its first start. */
  readonly keys: PinnedKeys | null;
  /** Proxy and certificates; null for the default. */
  readonly network: ProfileNetwork | null;
  /** How often it was given another address, organization or keys: what belongs to an earlier place is not taken to this one. */
  readonly moves: number;
}

export const LOCAL_PROFILE_ID = 'local';

export interface ProfileStore {
  /** Local first, then in the order they were added. */
  list(): Promise<StoredProfile[]>;
  find(id: string): Promise<StoredProfile | undefined>;
  /** That of the list which comes first. @throws Error where there is none */
  first(): Promise<StoredProfile>;
  add(profile: StoredProfile, createdAtMs: number): Promise<void>;
  setOrganizationId(id: string, organizationId: string): Promise<void>;
  setOrganizationName(id: string, organizationName: string): Promise<void>;
  setKeys(id: string, keys: PinnedKeys): Promise<void>;
  /**
   * Changes a profile. With a move the recipients that the place before was seen to pay are forgotten, and the name of its
   * organization.
   */
  update(profile: StoredProfile): Promise<void>;
  /** Removes a profile together with the settings that are its own. */
  remove(id: string): Promise<void>;
}

/** Of each profile: the names of its settings, before its ID. */
const OWN_SETTINGS = ['auth-proxy', 'credential', 'payment-columns'] as const;

export function profileStore(database: Kysely<Tables>): ProfileStore {
  const inOrder = () => database.selectFrom('profile').selectAll().orderBy('created_at').orderBy('id');
  return {
    list: async () => (await inOrder().execute()).map(toProfile),
    find: async (id) => {
      const row = await database.selectFrom('profile').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : toProfile(row);
    },
    first: async () => {
      const row = await inOrder().limit(1).executeTakeFirst();
      if (row === undefined) throw new Error('The database holds no profile.');
      return toProfile(row);
    },
    add: async (profile, createdAtMs) => {
      await database
        .insertInto('profile')
        .values({
          id: profile.id,
          kind: profile.kind,
          name: profile.name,
          base_url: profile.baseUrl,
          organization_id: profile.organizationId,
          organization_name: profile.organizationName,
          pinned_keys: profile.keys === null ? null : JSON.stringify(profile.keys),
          network: profile.network === null ? null : JSON.stringify(profile.network),
          moves: profile.moves,
          created_at: createdAtMs,
        })
        .execute();
    },
    setOrganizationId: async (id, organizationId) => {
      await database
        .updateTable('profile')
        .set({ organization_id: organizationId })
        .where('id', '=', id)
        .execute();
    },
    setOrganizationName: async (id, organizationName) => {
      await database
        .updateTable('profile')
        .set({ organization_name: organizationName })
        .where('id', '=', id)
        .execute();
    },
    setKeys: async (id, keys) => {
      await database
        .updateTable('profile')
        .set({ pinned_keys: JSON.stringify(keys) })
        .where('id', '=', id)
        .execute();
    },
    update: async ({ id, name, baseUrl, organizationId, organizationName, keys, network, moves }) => {
      await database.transaction().execute(async (transaction) => {
        const before = await transaction
          .selectFrom('profile')
          .select('moves')
          .where('id', '=', id)
          .executeTakeFirst();
        if (before !== undefined && before.moves !== moves)
          await transaction.deleteFrom('earlier_recipient').where('profile_id', '=', id).execute();
        await transaction
          .updateTable('profile')
          .set({
            name,
            base_url: baseUrl,
            organization_id: organizationId,
            organization_name: organizationName,
            pinned_keys: keys === null ? null : JSON.stringify(keys),
            network: network === null ? null : JSON.stringify(network),
            moves,
          })
          .where('id', '=', id)
          .execute();
      });
    },
    remove: async (id) => {
      const settings: SettingName[] = OWN_SETTINGS.map((name) => `${name}.${id}` as const);
      await database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('setting').where('name', 'in', settings).execute();
        await transaction.deleteFrom('profile').where('id', '=', id).execute();
      });
    },
  };
}

const toProfile = (row: Selectable<Tables['profile']>): StoredProfile => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  baseUrl: row.base_url,
  organizationId: row.organization_id,
  organizationName: row.organization_name,
  keys: row.pinned_keys === null ? null : pinnedKeys.parse(JSON.parse(row.pinned_keys)),
  network: row.network === null ? null : profileNetwork.parse(JSON.parse(row.network)),
  moves: row.moves,
});
