import { getOrganization as operation } from '../../protocol/catalogue/organization.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { userRecord } from '../activities/user-record.ts';
import { ServiceError } from '../service-error.ts';
import { invitationsOf } from '../storage/invitations.ts';
import { findOrganization } from '../storage/organizations.ts';
import { policiesOf } from '../storage/policies.ts';
import { listPrivateKeysOf } from '../storage/private-keys.ts';
import { findRootQuorum } from '../storage/root-quorum.ts';
import { listWalletsOf } from '../storage/wallets.ts';
import { usersOf } from '../storage/users.ts';
import { featureRecords } from './feature-records.ts';
import { invitationRecord } from './invitation-record.ts';
import { policyRecord } from './policy-fields.ts';
import { privateKeyRecord } from './private-key-record.ts';
import { walletRecord } from './wallet-record.ts';

export const getOrganization = queryHandler(operation, async ({ store, caller: { organizationId }, now }) => {
  const organization = await findOrganization(store, organizationId);
  if (organization === undefined)
    throw new ServiceError('NOT_FOUND', 'ORGANIZATION_NOT_FOUND', 'no organization found with the given ID');
  const users = [];
  for (const { id } of await usersOf(store, organizationId))
    users.push(await userRecord(store, organizationId, id));
  const { threshold, userIds } = await findRootQuorum(store, organizationId);
  return {
    organizationData: {
      organizationId,
      name: organization.name,
      users,
      policies: (await policiesOf(store, organizationId)).map(policyRecord),
      privateKeys: (await listPrivateKeysOf(store, organizationId)).map(privateKeyRecord),
      invitations: (await invitationsOf(store, organizationId)).map((row) => invitationRecord(row, now)),
      rootQuorum: { threshold, userIds: [...userIds] },
      features: await featureRecords(store, organizationId),
      wallets: (await listWalletsOf(store, organizationId)).map(walletRecord),
    },
  };
});
