import type { ProvidersSchema } from './providers-schema.ts';
import type { Store } from './store.ts';

export async function insertSwapFeeClaim(
  store: Store,
  row: ProvidersSchema['swap_fee_claim'],
): Promise<void> {
  await store.insertInto('swap_fee_claim').values(row).execute();
}
