import { sql } from 'kysely';
import type { InvitationRow } from './consensus-schema.ts';
import type { Store } from './store.ts';

export async function insertInvitation(store: Store, row: InvitationRow): Promise<void> {
  await store.insertInto('invitation').values(row).execute();
}

export async function updateInvitationStatus(
  store: Store,
  id: string,
  status: InvitationRow['status'],
  now: number,
): Promise<void> {
  await store.updateTable('invitation').set({ status, updated_at: now }).where('id', '=', id).execute();
}

/** The invitation of an id within an organization, or undefined. */
export const findInvitation = (
  store: Store,
  organizationId: string,
  id: string,
): Promise<InvitationRow | undefined> =>
  store
    .selectFrom('invitation')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** The invitations of an organization, oldest first. */
export const invitationsOf = (store: Store, organizationId: string): Promise<InvitationRow[]> =>
  store
    .selectFrom('invitation')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();
