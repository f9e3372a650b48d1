import { whoami as operation } from '../../protocol/catalogue/users.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { findOrganization } from '../storage/organizations.ts';
import { findUser } from '../storage/users.ts';

export const whoami = queryHandler(operation, async ({ store, caller }) => {
  const organization = await findOrganization(store, caller.organizationId);
  const user = await findUser(store, caller.organizationId, caller.userId);
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
