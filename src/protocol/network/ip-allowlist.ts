import { parseIpAddress } from './ip-address.ts';
import { contains, parseCidr } from './cidr.ts';

/** The allowlist of an organization or of an API key, as it is kept. */
interface IpAllowlist {
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
  const address = source === undefined ? undefined : parseIpAddress(source);
  if (address === undefined) return list.onEvaluationError === 'ALLOW';
  return list.rules.some((rule) => contains(parseCidr(rule), address));
}

/** The allowlists that count for one API key: the organization's, and its own; undefined where there is none. */
export interface Allowlists {
  readonly organization: OrganizationAllowlist | undefined;
  readonly key: IpAllowlist | undefined;
}

/** A change of one allowlist. `publicKey` is the API key whose list is meant; absent for the organization's. */
export interface AllowlistChange {
  readonly publicKey: string | undefined;
  /** What stands in the place of the list that was there; undefined takes it away. */
  readonly list: OrganizationAllowlist | undefined;
}

/** Whether the requests of an API key get in; `unknown` where that hangs on an address that is not known. */
export type NetworkAccess = 'in' | 'out' | 'unknown';

/**
 * The allowlists of an API key after a change (specification, "remove_ip_allowlist"; PROTOCOL.md, section 12).
 * @param ownKey the public key of that API key, as hex
 */
export function afterChange(lists: Allowlists, change: AllowlistChange, ownKey: string): Allowlists {
  if (change.publicKey === undefined) return { ...lists, organization: change.list };
  return change.publicKey.toLowerCase() === ownKey.toLowerCase() ? { ...lists, key: change.list } : lists;
}

/**
 * Whether requests from an address get in, by the service's own rules.
 * @param source the address that the service sees; undefined when this side does not know it
 */
export function evaluateAllowlist(
  source: string | undefined,
  { organization, key }: Allowlists,
): NetworkAccess {
  if (source !== undefined) return isSourceAllowed(source, organization, key) ? 'in' : 'out';
  // What holds for every address is known without one.
  if (organization?.enabled !== true) return 'in';
  const list = key !== undefined && key.rules.length > 0 ? key : organization;
  return list.rules.length === 0 ? 'out' : 'unknown';
}
