import { removeOrganizationFeature as operation } from '../../protocol/catalogue/organization.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { featureRecords } from './feature-records.ts';
import { deleteWhere } from '../storage/rows.ts';

export const removeOrganizationFeature = submitHandler(
  operation,
  async ({ store, caller: { organizationId } }, { name }) => {
    if (!(await deleteWhere(store, 'organization_feature', { organization_id: organizationId, name })))
      throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `the organization does not have the feature ${name}`);
    return { features: await featureRecords(store, organizationId) };
  },
  { rootOnly: true },
);
