import { sql } from 'kysely';
import { insertRow } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { ImportTargetRow } from '../../storage/schema.ts';

/** Keeps a target; those whose time is over go. */
export async function insertImportTarget(store: Store, target: ImportTargetRow, now: number): Promise<void> {
  await store.deleteFrom('import_target').where('expires_at', '<=', now).execute();
  await insertRow(store, 'import_target', target);
}

/** The open targets of a user's imports, newest first. */
export const openTargetsOfUser = (
  store: Store,
  organizationId: string,
  purpose: ImportTargetRow['purpose'],
  userId: string,
  now: number,
): Promise<ImportTargetRow[]> =>
  store
    .selectFrom('import_target')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy(sql.ref('rowid'), 'desc')
    .execute();

/** The open target of a public key (uncompressed hex) within an organization, or undefined. */
export const findOpenTarget = (
  store: Store,
  organizationId: string,
  purpose: ImportTargetRow['purpose'],
  publicKey: string,
  now: number,
): Promise<ImportTargetRow | undefined> =>
  store
    .selectFrom('import_target')
    .selectAll()
    .where('public_key', '=', publicKey)
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
