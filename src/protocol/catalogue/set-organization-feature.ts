import { z } from 'zod';
import { submit } from './operation.ts';
import { feature, featureName } from './organization-record.ts';

/** PROTOCOL.md, section 12. */
export const setOrganizationFeature = submit({
  path: 'set_organization_feature',
  type: 'ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE',
  intent: 'setOrganizationFeatureIntent',
  result: 'setOrganizationFeatureResult',
  effect: 'write',
  summary: 'Set a feature of the organization',
  parameters: z.strictObject({
    name: featureName(),
    value: z.string().max(2000).meta({ label: 'Value' }),
  }),
  output: z.looseObject({ features: z.array(feature) }),
});
