import { getIpAllowlist } from '#protocol/catalogue/ip-allowlists.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { OrganizationAllowlist } from '#protocol/network/ip-allowlist.ts';
import type { Allowlists } from '#protocol/network/network-access.ts';
import type { ContextResolver } from './context-resolver.ts';

/**
 * The allowlists that count for an API key, as the service keeps them now.
 * @param publicKey of the API key, as hex
 */
export async function readAllowlists(ask: ContextResolver['query'], publicKey: string): Promise<Allowlists> {
  const [organization, key] = await Promise.all([
    ask(getIpAllowlist, {}),
    ask(getIpAllowlist, { publicKey }),
  ]);
  return { organization: listOf(organization), key: listOf(key) };
}

// A list that was never set is answered as one that is off and has no rules; both mean the same.
const listOf = ({ allowlist }: OutputOf<typeof getIpAllowlist>): OrganizationAllowlist => ({
  rules: allowlist.rules.map(({ cidr }) => cidr),
  enabled: allowlist.enabled === true,
  onEvaluationError: allowlist.onEvaluationError === 'ALLOW' ? 'ALLOW' : 'DENY',
});
