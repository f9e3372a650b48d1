import { sql } from 'kysely';
import { updateWhere } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

/** The claims that nobody has taken up, oldest first, of all organizations. */
export const pendingSwapFeeClaims = (store: Store): Promise<{ readonly id: string }[]> =>
  store
    .selectFrom('swap_fee_claim')
    .select('id')
    .where('status', '=', 'PENDING')
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

/** Ends a claim; one that has ended stays as it is. */
export const settleSwapFeeClaim = (
  store: Store,
  id: string,
  { status, failure, now }: { readonly status: 'FAILED'; readonly failure: 'NO_FEES'; readonly now: number },
): Promise<boolean> =>
  updateWhere(store, 'swap_fee_claim', { id, status: 'PENDING' }, { status, failure, updated_at: now });
