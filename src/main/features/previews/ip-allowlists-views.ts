import type * as ipAllowlists from '#protocol/catalogue/ip-allowlists.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import type { removeIpAllowlist, setIpAllowlist } from '#protocol/catalogue/ip-allowlists.ts';
import type { Warning } from '#chains/model/decoded.ts';
import { normaliseRules } from '#protocol/network/ip-allowlist-rules.ts';
import { afterChange, evaluateAllowlist } from '#protocol/network/network-access.ts';
import type { AllowlistChange, NetworkAccess } from '#protocol/network/network-access.ts';
import { readAllowlists } from '../../context/list-all.ts';
import { answerIfServed } from './answers.ts';
import { genericPreview } from './generic.ts';
import type { PreviewContext } from './preview-maker.ts';

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
  const seen = source === undefined ? 'whatever address the service sees' : `from ${source}`;
  switch (standing) {
    case 'in':
      return {
        code: 'ALLOWLIST_LETS_YOU_IN',
        severity: 'notice',
        title: 'You stay in',
        text: `Afterwards requests of this credential still get in, ${seen}.`,
      };
    case 'out':
      return {
        code: 'ALLOWLIST_LOCKS_YOU_OUT',
        severity: 'danger',
        title: 'This locks you out',
        text: `Afterwards no request of this credential gets in, ${seen}. This console could not undo it.`,
      };
    case 'unknown':
      return {
        code: 'ALLOWLIST_STANDING_UNKNOWN',
        severity: 'caution',
        title: 'This may lock you out',
        text: 'Which address the service sees is not known on this machine. Make sure that the list holds it.',
      };
  }
}

export const ipAllowlistViews: ViewsOf<typeof ipAllowlists> = {
  set_ip_allowlist: { preview: setIpAllowlistPreview },
  remove_ip_allowlist: { preview: removeIpAllowlistPreview },
};
