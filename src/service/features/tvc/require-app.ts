import { ServiceError } from '../../service-error.ts';
import type { TvcAppRow } from '../../storage/providers-schema.ts';
import { findRow } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

/**
 * The app of an id within an organization.
 * @throws ServiceError NOT_FOUND
 */
export async function requireApp(store: Store, organizationId: string, id: string): Promise<TvcAppRow> {
  const app = await findRow(store, 'tvc_app', organizationId, id);
  if (app === undefined)
    throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no TVC app found with the ID ${id}`);
  return app;
}
