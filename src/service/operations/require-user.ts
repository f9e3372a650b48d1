import type { Caller } from '../authentication/caller.ts';
import { ServiceError } from '../service-error.ts';
import { findRow } from '../storage/rows.ts';
import type { UserRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';

/** The user of an id within the caller's organization. @throws ServiceError NOT_FOUND */
export async function requireUser(
  { store, caller }: { readonly store: Store; readonly caller: Caller },
  userId: string,
): Promise<UserRow> {
  const user = await findRow(store, 'user', caller.organizationId, userId);
  if (user !== undefined) return user;
  throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no user found with the ID ${userId}`);
}
