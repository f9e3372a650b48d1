import { getOrganization as operation } from '../../protocol/catalogue/organization.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { userRecord } from '../engine/user-record.ts';
import { ServiceError } from '../service-error.ts';
import { listPrivateKeysOf } from '../storage/private-keys.ts';
import { findRootQuorum } from '../storage/root-quorum.ts';
import { featureRecords } from './feature-records.ts';
import { invitationRecord } from './invitation-record.ts';
import { policyRecord } from './policy-fields.ts';
import { privateKeyRecord } from './private-key-record.ts';
import { walletRecord } from './wallet-record.ts';
import { firstWhere, listRows } from '../storage/rows.ts';

export const getOrganization = queryHandler(operation, async ({ store, caller: { organizationId }, now }) => {
  const organization = await firstWhere(store, 'organization', { id: organizationId });
  if (organization === undefined)
    throw new ServiceError('NOT_FOUND', 'ORGANIZATION_NOT_FOUND', 'no organization found with the given ID');
  const users = [];
  for (const { id } of await listRows(store, 'user', organizationId))
    users.push(await userRecord(store, organizationId, id));
  const { threshold, userIds } = await findRootQuorum(store, organizationId);
  return {
    organizationData: {
      organizationId,
      name: organization.name,
      users,
      policies: (await listRows(store, 'policy', organizationId)).map(policyRecord),
      privateKeys: (await listPrivateKeysOf(store, organizationId)).map(privateKeyRecord),
      invitations: (await listRows(store, 'invitation', organizationId)).map((row) =>
        invitationRecord(row, now),
      ),
      rootQuorum: { threshold, userIds: [...userIds] },
      features: await featureRecords(store, organizationId),
      wallets: (await listRows(store, 'wallet', organizationId)).map(walletRecord),
    },
  };
});
