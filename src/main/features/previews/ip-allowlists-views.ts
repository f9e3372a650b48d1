import type { Warning } from '#chains/model/decoded.ts';
import type * as ipAllowlists from '#protocol/catalogue/ip-allowlists.ts';
import type { removeIpAllowlist, setIpAllowlist } from '#protocol/catalogue/ip-allowlists.ts';
import {
  type AllowlistChange,
  type NetworkAccess,
  afterChange,
  evaluateAllowlist,
} from '#protocol/network/ip-allowlist.ts';
import { normaliseRules } from '#protocol/network/allowlist-rules.ts';
import { readAllowlists } from '../../context/key-inventory.ts';
import { answerIfServed } from './answers.ts';
import { genericPreview } from './generic.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import type { PreviewContext } from './preview-maker.ts';
import { previewWarning } from './warnings.ts';

/** Says whether this console still gets in when the list is set. */
export const setIpAllowlistPreview: PreviewOf<typeof setIpAllowlist> = async (parameters, context) => {
  const { publicKey, enabled, rules, onEvaluationError } = parameters;
  // Blocks that the service would refuse are refused here, before they are judged.
  const blocks = normaliseRules((rules ?? []).map(({ cidr }) => ({ cidr })));
  const list = {
    rules: blocks.map(({ cidr }) => cidr),
    enabled: enabled !== false,
    onEvaluationError: onEvaluationError ?? 'DENY',
  };
  return preview(parameters, context, { publicKey: publicKey ?? undefined, list });
};

/** Says whether this console still gets in when the list is gone. */
export const removeIpAllowlistPreview: PreviewOf<typeof removeIpAllowlist> = (parameters, context) => {
  const { publicKey } = parameters;
  return preview(parameters, context, { publicKey: publicKey ?? undefined, list: undefined });
};

async function preview(parameters: unknown, context: PreviewContext, change: AllowlistChange) {
  const parts = await genericPreview(parameters, context);
  const self = await answerIfServed(context.self());
  const now =
    self === undefined ? undefined : await answerIfServed(readAllowlists(context.ask, self.publicKey));
  if (self === undefined || now === undefined)
    return { ...parts, warnings: [...parts.warnings, standingWarning('unknown', undefined)] };
  const { publicKey, source } = self;
  const lists = afterChange(now, change, publicKey);
  return {
    ...parts,
    warnings: [...parts.warnings, standingWarning(evaluateAllowlist(source, lists), source)],
  };
}

function standingWarning(standing: NetworkAccess, source: string | undefined): Warning {
  const seen = source === undefined ? 'from any address' : `from ${source}`;
  switch (standing) {
    case 'in':
      return previewWarning('ALLOWLIST_LETS_YOU_IN', { seen });
    case 'out':
      return previewWarning('ALLOWLIST_LOCKS_YOU_OUT', { seen });
    case 'unknown':
      return previewWarning('ALLOWLIST_STANDING_UNKNOWN');
  }
}

export const ipAllowlistViews: ViewsOf<typeof ipAllowlists> = {
  set_ip_allowlist: { preview: setIpAllowlistPreview },
  remove_ip_allowlist: { preview: removeIpAllowlistPreview },
};
