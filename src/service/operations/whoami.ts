import { whoami as operation } from '../../protocol/catalogue/users.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { findRow, firstWhere } from '../storage/rows.ts';

export const whoami = queryHandler(operation, async ({ store, caller }) => {
  const organization = await firstWhere(store, 'organization', { id: caller.organizationId });
  const user = await findRow(store, 'user', caller.organizationId, caller.userId);
  if (organization === undefined || user === undefined) {
    throw new ServiceError('NOT_FOUND', 'ORGANIZATION_NOT_FOUND', 'no organization found with the given ID');
  }
  return {
    organizationId: organization.id,
    organizationName: organization.name,
    userId: user.id,
    username: user.name,
  };
});
