import { z } from 'zod';
import { query } from './operation.ts';
import { allowlistKey, ipAllowlist } from './ip-allowlist-record.ts';

/** PROTOCOL.md, section 12. */
export const getIpAllowlist = query({
  path: 'get_ip_allowlist',
  summary: 'Show an IP allowlist',
  parameters: z.strictObject({ publicKey: allowlistKey() }),
  output: z.looseObject({ allowlist: ipAllowlist }),
});
