import { sql } from 'kysely';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { insertRow } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { ImportTargetRow } from '../../storage/schema.ts';

/** Keeps a target; those whose time is over go. */
export async function insertImportTarget(store: Store, target: ImportTargetRow, now: number): Promise<void> {
  await store.deleteFrom('import_target').where('expires_at', '<=', now).execute();
  await insertRow(store, 'import_target', target);
}

type Asking = Pick<SubmitContext, 'store' | 'caller' | 'now'>;

const openTargets = ({ store, caller, now }: Asking, purpose: ImportTargetRow['purpose']) =>
  store
    .selectFrom('import_target')
    .selectAll()
    .where('organization_id', '=', caller.organizationId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now);

/** The open targets of a user's imports within the caller's organization, newest first. */
export const openTargetsOfUser = (
  context: Asking,
  purpose: ImportTargetRow['purpose'],
  userId: string,
): Promise<ImportTargetRow[]> =>
  openTargets(context, purpose).where('user_id', '=', userId).orderBy(sql.ref('rowid'), 'desc').execute();

/** The open target of a public key (uncompressed hex) within the caller's organization, or undefined. */
export const findOpenTarget = (
  context: Asking,
  purpose: ImportTargetRow['purpose'],
  publicKey: string,
): Promise<ImportTargetRow | undefined> =>
  openTargets(context, purpose).where('public_key', '=', publicKey).executeTakeFirst();
