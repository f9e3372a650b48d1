import { removeOrganizationFeature as operation } from '../../protocol/catalogue/organization.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { deleteFeature } from '../storage/features.ts';
import { featureRecords } from './feature-records.ts';

export const removeOrganizationFeature = submitHandler(
  operation,
  async ({ store, caller: { organizationId } }, { name }) => {
    if (!(await deleteFeature(store, organizationId, name)))
      throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `the organization does not have the feature ${name}`);
    return { features: await featureRecords(store, organizationId) };
  },
  { rootOnly: true },
);
