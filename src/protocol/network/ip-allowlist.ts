import { parseAddress } from './address.ts';
import { contains, parseCidr } from './cidr.ts';

/** The allowlist of an organization or of an API key, as it is kept. */
export interface IpAllowlist {
  /** CIDR blocks. */
  readonly rules: readonly string[];
  /** What happens to requests whose source cannot be told. */
  readonly onEvaluationError: 'ALLOW' | 'DENY';
}

/** That of an organization can be switched off; that of a key counts whenever it is there. */
export interface OrganizationAllowlist extends IpAllowlist {
  readonly enabled: boolean;
}

/**
 * Whether a request may come from an address (the specification's `remove_ip_allowlist`; PROTOCOL.md, section 12):
 * without an enabled allowlist of the organization, from everywhere; the allowlist of the key, if it has rules, in the place
 * of the organization's; with no rules at all, from nowhere.
 * @param source the address of the peer; undefined when it cannot be told
 * @param organization undefined when the organization has none
 * @param key that of the API key in use; undefined when it has none
 */
export function isSourceAllowed(
  source: string | undefined,
  organization: OrganizationAllowlist | undefined,
  key: IpAllowlist | undefined,
): boolean {
  if (organization?.enabled !== true) return true;
  const list = key !== undefined && key.rules.length > 0 ? key : organization;
  if (list.rules.length === 0) return false;
  const address = source === undefined ? undefined : parseAddress(source);
  if (address === undefined) return list.onEvaluationError === 'ALLOW';
  return list.rules.some((rule) => contains(parseCidr(rule), address));
}
