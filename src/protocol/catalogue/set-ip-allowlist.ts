import { z } from 'zod';
import { allowlistKey, EVALUATION_ERROR_CHOICES } from './ip-allowlist-record.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const setIpAllowlist = submit({
  path: 'set_ip_allowlist',
  type: 'ACTIVITY_TYPE_SET_IP_ALLOWLIST',
  intent: 'setIpAllowlistIntent',
  result: 'setIpAllowlistResult',
  effect: 'write',
  summary: 'Set an IP allowlist',
  parameters: z.strictObject({
    publicKey: allowlistKey(),
    enabled: z.boolean().nullish().meta({ label: 'Enabled' }),
    rules: z
      .array(
        z.strictObject({
          cidr: z.string().min(1).max(64).meta({ label: 'Block', hint: '203.0.113.0/24' }),
          label: z.string().max(255).nullish().meta({ label: 'Label' }),
        }),
      )
      .max(20)
      .nullish()
      .meta({ label: 'Rules' }),
    onEvaluationError: z
      .enum(EVALUATION_ERROR_CHOICES)
      .nullish()
      .meta({ label: 'When the source is unknown' }),
  }),
  output: z.looseObject({}),
});
