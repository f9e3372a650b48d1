import { z } from 'zod';
import { allowlistKey } from './ip-allowlist-record.ts';
import { submit } from './operation.ts';

/** Specification, "remove_ip_allowlist". */
export const removeIpAllowlist = submit({
  path: 'remove_ip_allowlist',
  type: 'ACTIVITY_TYPE_REMOVE_IP_ALLOWLIST',
  intent: 'removeIpAllowlistIntent',
  result: 'removeIpAllowlistResult',
  effect: 'destroy',
  summary: 'Remove an IP allowlist',
  parameters: z.strictObject({
    publicKey: allowlistKey(),
  }),
  output: z.looseObject({}),
});
