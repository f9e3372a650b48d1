import { setOrganizationFeature as operation } from '../../protocol/catalogue/organization.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { writeFeature } from '../storage/features.ts';
import { featureRecords } from './feature-records.ts';

export const setOrganizationFeature = submitHandler(
  operation,
  async ({ store, caller: { organizationId } }, { name, value }) => {
    await writeFeature(store, { organization_id: organizationId, name, value });
    return { features: await featureRecords(store, organizationId) };
  },
  { rootOnly: true },
);
