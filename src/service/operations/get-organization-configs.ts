import { getOrganizationConfigs as operation } from '../../protocol/catalogue/organization.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { findRootQuorum } from '../storage/root-quorum.ts';
import { featureRecords } from './feature-records.ts';

export const getOrganizationConfigs = queryHandler(
  operation,
  async ({ store, caller: { organizationId } }) => {
    const { threshold, userIds } = await findRootQuorum(store, organizationId);
    const features = await featureRecords(store, organizationId);
    return { configs: { features, quorum: { threshold, userIds: [...userIds] } } };
  },
);
