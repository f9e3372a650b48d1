import { ServiceError } from '../service-error.ts';
import type { TvcAppRow } from '../storage/providers-schema.ts';
import type { Store } from '../storage/store.ts';
import { findTvcApp } from '../storage/tvc-apps.ts';

/**
 * The app of an id within an organization.
 * @throws ServiceError NOT_FOUND
 */
export async function requireApp(store: Store, organizationId: string, id: string): Promise<TvcAppRow> {
  const app = await findTvcApp(store, organizationId, id);
  if (app === undefined)
    throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no TVC app found with the ID ${id}`);
  return app;
}
