import { sql } from 'kysely';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import type { Store } from '../../storage/store.ts';
import type { ImportTargetRow } from '../../storage/schema.ts';

/** So many targets whose time is over go with new ones: each is a sealed row, and others wait meanwhile. */
const MOST_OVER = 100;

/** Forgets targets whose time is over, some at a time. */
export async function forgetTargets(store: Store, now: number): Promise<void> {
  const over = store
    .selectFrom('import_target')
    .select('public_key')
    .where('expires_at', '<=', now)
    .limit(MOST_OVER);
  await store.deleteFrom('import_target').where('public_key', 'in', over).execute();
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
