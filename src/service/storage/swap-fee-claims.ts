import { sql } from 'kysely';
import type { ProvidersSchema } from './providers-schema.ts';
import type { Store } from './store.ts';

export async function insertSwapFeeClaim(
  store: Store,
  row: ProvidersSchema['swap_fee_claim'],
): Promise<void> {
  await store.insertInto('swap_fee_claim').values(row).execute();
}

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
export async function settleSwapFeeClaim(
  store: Store,
  id: string,
  { status, failure, now }: { readonly status: 'FAILED'; readonly failure: 'NO_FEES'; readonly now: number },
): Promise<void> {
  await store
    .updateTable('swap_fee_claim')
    .set({ status, failure, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .execute();
}
