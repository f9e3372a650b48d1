import { z } from 'zod';
import { query } from './operation.ts';
import { organizationData } from './organization-record.ts';

/** PROTOCOL.md, section 12. */
export const getOrganization = query({
  path: 'get_organization',
  summary: 'Show the organization',
  parameters: z.strictObject({}),
  output: z.looseObject({ organizationData }),
});
