import type { QueryContext } from '../engine/operation-handler.ts';
import type { EarnRequestRow } from '../storage/providers-schema.ts';
import { notFound } from './not-found.ts';
import { hasWhere } from '../storage/rows.ts';

/**
 * How a request on the ledger stands. The ledger takes it in the transaction of its activity: what is there is complete
 * (docs/decisions/070).
 * @throws ServiceError NOT_FOUND
 */
export async function earnStatusOf(
  { store, caller }: QueryContext,
  kind: EarnRequestRow['kind'],
  id: string,
): Promise<{ status: 'COMPLETED' }> {
  if (await hasWhere(store, 'earn_request', { organization_id: caller.organizationId, kind, id }))
    return { status: 'COMPLETED' };
  throw notFound(`${kind} request`, id);
}
