import * as organization from '#protocol/catalogue/organization.ts';
import type { FeatureName } from '#protocol/feature-text.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { requireReachableQuorum } from '../../engine/requirements.ts';
import { userRecords } from '../../engine/user-records.ts';
import { serviceError } from '../../errors.ts';
import { featuresOf, findRootQuorum, updateRootQuorumOf, writeFeature } from '../../storage/organization.ts';
import { deleteWhere, findRow, firstWhere, recordsInTurns } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { featureError } from '../errors.ts';
import { invitationRecord } from '../invitations/operations.ts';
import { policyRecord } from '../policies/operations.ts';
import { privateKeyRecords } from '../private-keys/operations.ts';
import { walletRecord } from '../wallets/operations.ts';

export const organizationHandlers = handlersOf(organization, {
  getOrganization: async (context) => {
    const { store, now } = context;
    const { organizationId } = context.caller;
    const organization = await firstWhere(store, 'organization', { id: organizationId });
    if (organization === undefined) throw serviceError('ORGANIZATION_NOT_FOUND');
    const { threshold, userIds } = await findRootQuorum(store, organizationId);
    return {
      organizationData: {
        organizationId,
        name: organization.name,
        users: await userRecords(context, organizationId),
        policies: await recordsInTurns(context, 'policy', organizationId, policyRecord),
        privateKeys: await privateKeyRecords(context, organizationId),
        invitations: await recordsInTurns(context, 'invitation', organizationId, (row) =>
          invitationRecord(row, now),
        ),
        rootQuorum: { threshold, userIds: [...userIds] },
        features: await featureRecords(store, organizationId),
        wallets: await recordsInTurns(context, 'wallet', organizationId, walletRecord),
      },
    };
  },

  getOrganizationConfigs: async ({ store, caller: { organizationId } }) => {
    const { threshold, userIds } = await findRootQuorum(store, organizationId);
    const features = await featureRecords(store, organizationId);
    return { configs: { features, quorum: { threshold, userIds: [...userIds] } } };
  },

  setOrganizationFeature: {
    handle: async ({ store, caller: { organizationId } }, { name, value }) => {
      await writeFeature(store, { organization_id: organizationId, name, value });
      return { features: await featureRecords(store, organizationId) };
    },
  },

  removeOrganizationFeature: {
    handle: async ({ store, caller: { organizationId } }, { name }) => {
      if (!(await deleteWhere(store, 'organization_feature', { organization_id: organizationId, name })))
        throw featureError('NOT_FOUND.feature', { name });
      return { features: await featureRecords(store, organizationId) };
    },
  },

  updateRootQuorum: {
    handle: async (context, { threshold, userIds }) => {
      const { store, caller } = context;
      const members = [...new Set(userIds)];
      for (const id of members) {
        if ((await findRow(store, 'user', caller.organizationId, id)) === undefined)
          throw featureError('REQUEST_INVALID.quorumUser', { field: 'parameters.userIds', id });
      }
      if (threshold > members.length) {
        throw featureError('REQUEST_INVALID.quorumThreshold', {
          field: 'parameters.threshold',
          users: members.length,
          threshold,
        });
      }
      await updateRootQuorumOf(store, caller.organizationId, { threshold, userIds: members });
      await requireReachableQuorum(context);
      return {};
    },
  },
});

/** The features of an organization as results and queries show them. */
async function featureRecords(
  store: Store,
  organizationId: string,
): Promise<{ name: FeatureName; value: string }[]> {
  const rows = await featuresOf(store, organizationId);
  return rows.map(({ name, value }) => ({ name: name as FeatureName, value }));
}
