import { z } from 'zod';
import { submit } from './operation.ts';
import { feature, featureName } from './organization-record.ts';

/** Specification, "remove_organization_feature". */
export const removeOrganizationFeature = submit({
  path: 'remove_organization_feature',
  type: 'ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE',
  intent: 'removeOrganizationFeatureIntent',
  result: 'removeOrganizationFeatureResult',
  effect: 'destroy',
  summary: 'Remove a feature of the organization',
  parameters: z.strictObject({
    name: featureName(),
  }),
  output: z.looseObject({ features: z.array(feature) }),
});
