import type { z } from 'zod';
import { getIpAllowlist as operation } from '../../protocol/catalogue/ip-allowlists.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { findIpAllowlists } from '../storage/ip-allowlists.ts';
import { requireAllowlistKey } from './require-allowlist-key.ts';

type Rules = z.output<typeof operation.output>['allowlist']['rules'];

export const getIpAllowlist = queryHandler(operation, async (context, parameters) => {
  const { store, caller } = context;
  const publicKey = await requireAllowlistKey(context, parameters.publicKey);
  const [row] = await findIpAllowlists(store, caller.organizationId, [publicKey]);
  return {
    allowlist: {
      organizationId: caller.organizationId,
      rules: row === undefined ? [] : (JSON.parse(row.rules) as Rules),
      ...(publicKey === '' ? {} : { publicKey }),
      // None at all lets in the same requests as one that is switched off.
      enabled: row?.enabled === 1,
      onEvaluationError: row?.on_evaluation_error ?? 'DENY',
    },
  };
});
