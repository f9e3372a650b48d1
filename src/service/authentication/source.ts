import { isSourceAllowed } from '#protocol/network/ip-allowlist.ts';
import { authenticationError } from './errors.ts';
import type { IpAllowlistRow } from '../storage/consensus-schema.ts';
import { findIpAllowlists } from '../storage/ip-allowlists.ts';
import type { Store } from '../storage/store.ts';
import type { Caller } from './caller.ts';

/**
 * Refuses a request from an address that the IP allowlists do not let in.
 * @param source the address of the connection's other end; no header of the request can change it
 * @throws ServiceError FORBIDDEN
 */
export async function checkSource(store: Store, caller: Caller, source: string | undefined): Promise<void> {
  const { organizationId, stamp } = caller;
  const lists = await findIpAllowlists(store, organizationId, ['', stamp.publicKey]);
  const organization = lists.find((list) => list.public_key === '');
  if (organization === undefined) return;
  const key = lists.find((list) => list.public_key !== '');
  const allowed = isSourceAllowed(
    source,
    { ...allowlistOf(organization), enabled: organization.enabled === 1 },
    key && allowlistOf(key),
  );
  if (allowed) return;
  throw authenticationError('FORBIDDEN.source', { source: source ?? 'an unknown address' });
}

const allowlistOf = (row: IpAllowlistRow) => ({
  rules: (JSON.parse(row.rules) as { cidr: string }[]).map(({ cidr }) => cidr),
  onEvaluationError: row.on_evaluation_error,
});
