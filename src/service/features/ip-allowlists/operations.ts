import type { z } from 'zod';
import * as ipAllowlists from '#protocol/catalogue/ip-allowlists.ts';
import type { getIpAllowlist, setIpAllowlist } from '#protocol/catalogue/ip-allowlists.ts';
import { type AllowlistRule, normaliseRules } from '#protocol/network/allowlist-rules.ts';
import type { Caller } from '../../authentication/caller.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { timeText } from '../../engine/records.ts';
import { asInvalidField } from '../../errors.ts';
import { featureError } from '../errors.ts';
import { findIpAllowlists, writeIpAllowlist } from '../../storage/organization.ts';
import { deleteWhere, firstWhere } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

type Rules = NonNullable<z.output<typeof setIpAllowlist.parameters>['rules']>;

type KeptRules = z.output<typeof getIpAllowlist.output>['allowlist']['rules'];

export const ipAllowlistHandlers = handlersOf(ipAllowlists, {
  setIpAllowlist: async (context, parameters) => {
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
  },

  removeIpAllowlist: async (context, { publicKey }) => {
    const { store, caller } = context;
    await deleteWhere(store, 'ip_allowlist', {
      organization_id: caller.organizationId,
      public_key: await requireAllowlistKey(context, publicKey),
    });
    return {};
  },

  getIpAllowlist: async (context, parameters) => {
    const { store, caller } = context;
    const publicKey = await requireAllowlistKey(context, parameters.publicKey);
    const [row] = await findIpAllowlists(store, caller.organizationId, [publicKey]);
    return {
      allowlist: {
        organizationId: caller.organizationId,
        rules: row === undefined ? [] : (JSON.parse(row.rules) as KeptRules),
        ...(publicKey === '' ? {} : { publicKey }),
        // None at all lets in the same requests as one that is switched off.
        enabled: row?.enabled === 1,
        onEvaluationError: row?.on_evaluation_error ?? 'DENY',
      },
    };
  },
});

/**
 * Whose allowlist a request means: the public key of an API key of the organization, or an empty text for the organization.
 * @throws ServiceError CREDENTIAL_NOT_FOUND
 */
async function requireAllowlistKey(
  { store, caller }: { readonly store: Store; readonly caller: Caller },
  publicKey: string | null | undefined,
): Promise<string> {
  if (publicKey === null || publicKey === undefined) return '';
  const key = await firstWhere(store, 'api_key', {
    organization_id: caller.organizationId,
    public_key: publicKey.toLowerCase(),
  });
  if (key !== undefined) return key.public_key;
  throw featureError('CREDENTIAL_NOT_FOUND.publicKey', { publicKey });
}

function checkRules(rules: Rules): readonly AllowlistRule[] {
  try {
    return normaliseRules(rules.map(({ cidr, label }) => ({ cidr, ...(label != null && { label }) })));
  } catch (cause) {
    throw asInvalidField(cause, 'parameters.rules');
  }
}
