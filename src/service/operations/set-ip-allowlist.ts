import type { z } from 'zod';
import { setIpAllowlist as operation } from '../../protocol/catalogue/ip-allowlists.ts';
import { AppError } from '../../protocol/error.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { timeText } from '../activities/record.ts';
import { normaliseRules, type AllowlistRule } from '../../protocol/network/ip-allowlist-rules.ts';
import { invalidField } from '../service-error.ts';
import { writeIpAllowlist } from '../storage/ip-allowlists.ts';
import { requireAllowlistKey } from './require-allowlist-key.ts';

type Rules = NonNullable<z.output<typeof operation.parameters>['rules']>;

export const setIpAllowlist = submitHandler(operation, async (context, parameters) => {
  const { store, caller, now } = context;
  const publicKey = await requireAllowlistKey(context, parameters.publicKey);
  const createdAt = timeText(now);
  await writeIpAllowlist(store, {
    organization_id: caller.organizationId,
    public_key: publicKey,
    enabled: parameters.enabled === false ? 0 : 1,
    on_evaluation_error: parameters.onEvaluationError ?? 'DENY',
    rules: JSON.stringify(checkRules(parameters.rules ?? []).map((rule) => ({ ...rule, createdAt }))),
  });
  return {};
});

function checkRules(rules: Rules): readonly AllowlistRule[] {
  try {
    return normaliseRules(rules.map(({ cidr, label }) => ({ cidr, ...(label != null && { label }) })));
  } catch (cause) {
    if (cause instanceof AppError) throw invalidField('parameters.rules', cause.message, { cause });
    throw cause;
  }
}
