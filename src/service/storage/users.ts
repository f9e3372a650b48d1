import { sql } from 'kysely';
import type { Store } from './store.ts';
import type { UserRow } from './schema.ts';

export async function insertUser(store: Store, row: UserRow): Promise<void> {
  await store.insertInto('user').values(row).execute();
}

/** The user of an id within an organization, or undefined. */
export const findUser = (store: Store, organizationId: string, id: string): Promise<UserRow | undefined> =>
  store
    .selectFrom('user')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** The users of an organization, oldest first. */
export const usersOf = (store: Store, organizationId: string): Promise<UserRow[]> =>
  store
    .selectFrom('user')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

export async function renameUser(store: Store, userId: string, name: string, now: number): Promise<void> {
  await store.updateTable('user').set({ name, updated_at: now }).where('id', '=', userId).execute();
}

/** Deletes a user; the user's credentials are deleted before. */
export async function deleteUser(store: Store, userId: string): Promise<void> {
  await store.deleteFrom('user').where('id', '=', userId).execute();
}

/** @param tags JSON text of a list of texts */
export async function setUserTags(store: Store, userId: string, tags: string, now: number): Promise<void> {
  await store.updateTable('user').set({ tags, updated_at: now }).where('id', '=', userId).execute();
}
