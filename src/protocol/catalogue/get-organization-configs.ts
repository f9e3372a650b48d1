import { z } from 'zod';
import { query } from './operation.ts';
import { feature, quorum } from './organization-record.ts';

/** PROTOCOL.md, section 12. */
export const getOrganizationConfigs = query({
  path: 'get_organization_configs',
  summary: 'Show features and root quorum',
  parameters: z.strictObject({}),
  output: z.looseObject({ configs: z.looseObject({ features: z.array(feature), quorum }) }),
});
